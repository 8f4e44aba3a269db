"""What synthesised voices say: plain sentences of our own, by language."""

from collections.abc import Mapping

TEXTS: Mapping[str, tuple[str, ...]] = {
    "English": (
        "The train leaves at noon.",
        "Please close the window before it rains.",
        "I have never seen so many birds in one tree.",
        "Turn left after the bridge.",
        "We will meet in front of the library.",
        "My sister plays the violin every evening.",
        "There is coffee in the kitchen.",
        "Can you hear the water behind the wall?",
    ),
    "German": (
        "Der Zug fährt um zwölf Uhr ab.",
        "Bitte schließ das Fenster, bevor es regnet.",
        "Im Garten sitzen heute viele Vögel.",
        "Nach der Brücke biegen Sie links ab.",
        "Wir treffen uns vor der Bibliothek.",
        "In der Küche steht noch Kaffee.",
    ),
    "French": (
        "Le train part à midi.",
        "Ferme la fenêtre avant la pluie.",
        "Il y a beaucoup d'oiseaux dans le jardin.",
        "Tournez à gauche après le pont.",
        "Ma sœur joue du violon tous les soirs.",
        "Le café est dans la cuisine.",
    ),
    "Spanish": (
        "El tren sale a las doce.",
        "Cierra la ventana antes de que llueva.",
        "Hay muchos pájaros en el jardín.",
        "Después del puente, gire a la izquierda.",
        "Mi hermana toca el violín cada tarde.",
        "El café está en la cocina.",
    ),
    "Italian": (
        "Il treno parte a mezzogiorno.",
        "Chiudi la finestra prima che piova.",
        "Ci sono molti uccelli in giardino.",
        "Dopo il ponte giri a sinistra.",
        "Mia sorella suona il violino ogni sera.",
        "Il caffè è in cucina.",
    ),
    "Portuguese": (
        "O trem parte ao meio-dia.",
        "Feche a janela antes da chuva.",
        "Há muitos pássaros no jardim.",
        "Vire à esquerda depois da ponte.",
        "O café está na cozinha.",
    ),
    "Dutch": (
        "De trein vertrekt om twaalf uur.",
        "Doe het raam dicht voordat het regent.",
        "Er zitten veel vogels in de tuin.",
        "Ga na de brug naar links.",
        "De koffie staat in de keuken.",
    ),
    "Polish": (
        "Pociąg odjeżdża w południe.",
        "Zamknij okno, zanim zacznie padać.",
        "W ogrodzie jest dużo ptaków.",
        "Za mostem proszę skręcić w lewo.",
        "Kawa jest w kuchni.",
    ),
    "Russian": (
        "Поезд отправляется в полдень.",
        "Закрой окно, пока не пошёл дождь.",
        "В саду сегодня много птиц.",
        "После моста поверните налево.",
        "Кофе стоит на кухне.",
    ),
    "Turkish": (
        "Tren öğlen kalkıyor.",
        "Yağmur yağmadan pencereyi kapat.",
        "Bahçede çok kuş var.",
        "Köprüden sonra sola dönün.",
        "Kahve mutfakta.",
    ),
}
"""Language to sentences."""
