"""Published checkpoints of audio encoders: names and addresses, without loading torch.

`training.towers.published_checkpoints` fetches and loads them.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote

_PASST = "https://github.com/kkoutini/PaSST/releases/download/"
_PANNS = "https://zenodo.org/record/3987831/files/"
_DRIVE = "https://drive.google.com/file/d/"
_ATST = "atstframe_base_as2M.ckpt"
_DEIT = "https://dl.fbaipublicfiles.com/deit/deit_base_distilled_patch16_384-d0272ac0.pth"
_EFFICIENT = "https://github.com/fschmid56/EfficientAT/releases/download/v0.0.1/"
_YAMNET = "https://tfhub.dev/google/lite-model/yamnet/classification/tflite/1?lite-format=tflite"
_MN04_SHA256 = "899a8c6217063f6941793102a2780b3dd788ab11fce468d9cf5f0577c453321c"
_YAMNET_SHA256 = "10c95ea3eb9a7bb4cb8bddf6feb023250381008177ac162ce169694d05c317de"
_AUDIOSET = "AudioSet (Google: labels under CC BY 4.0, sounds of YouTube)"
_OF_MN04 = (
    "begun with EfficientAT's mn04_as (MIT, copyright 2022 Florian Schmid), a MobileNetV3 that learnt ImageNet, then "
    f"{_AUDIOSET} from an ensemble of PaSST"
)
_MIT = "efficientat_licence.txt"
_APACHE = "yamnet_licence.txt"
_OF_YAMNET = f"begun with YAMNet (Google, Apache-2.0), a MobileNetV1 that learnt {_AUDIOSET}"


@dataclass(frozen=True, slots=True)
class Release:
    """One published file."""

    name: str
    tower: str
    url: str
    """Address of the file; if fetched by hand, its page."""
    by_default: bool = True
    """Whether "hub" means this release for its tower."""
    by_hand: str = ""
    """Name of a file that no program can fetch; otherwise empty."""
    sha256: str = ""
    """Empty if unpublished."""
    named: str = ""
    """Name of the file if the address does not end with it."""
    origin: str = ""
    """Credits for the card of a pack that began with it: author, licence, training data."""
    licence: str = ""
    """Licence file beside this module, if it must accompany the weights."""

    @property
    def digits(self) -> str:
        """First digits of its sha256 as far as published: all, or those that torch.hub puts in a file's name.

        Empty if unpublished.
        """
        in_name = re.search(r"-([0-9a-f]{8})\.pth$", self.file)
        return self.sha256 or (in_name[1] if in_name is not None else "")

    @property
    def file(self) -> str:
        return self.by_hand or self.named or unquote(self.url.rsplit("/", 1)[-1])


RELEASES = (
    Release("passt_s_p16_s16_128_ap468", "passt-n", f"{_PASST}v0.0.2-audioset/passt-s-f128-p16-s16-ap.468.pt"),
    Release("passt_s_kd_p16_128_ap486", "passt-s", f"{_PASST}v.0.0.9/passt-s-kd-ap.486.pt"),
    Release(
        "passt_s_swa_p16_128_ap476", "passt-s", f"{_PASST}v0.0.1-audioset/passt-s-f128-p16-s10-ap.476-swa.pt", False
    ),
    Release("passt_l_kd_p16_128_ap47", "passt-l", f"{_PASST}v.0.0.10/passt-l-kd-ap.47.pt"),
    Release("passt_20sec", "passt-s20", f"{_PASST}v0.0.5/passt-s-f128-20sec-p16-s10-ap.474-swa.pt"),
    Release("passt_30sec", "passt-s30", f"{_PASST}v0.0.5/passt-s-f128-30sec-p16-s10-ap.473-swa.pt"),
    Release("Cnn10_mAP=0.380", "cnn10", f"{_PANNS}Cnn10_mAP%3D0.380.pth"),
    Release("Cnn14_mAP=0.431", "cnn14", f"{_PANNS}Cnn14_mAP%3D0.431.pth"),
    Release("mn04_as", "mn04", f"{_EFFICIENT}mn04_as_mAP_432.pt", sha256=_MN04_SHA256, origin=_OF_MN04, licence=_MIT),
    Release("mn05_as", "mn05", f"{_EFFICIENT}mn05_as_mAP_443.pt"),
    Release("mn10_as", "mn10", f"{_EFFICIENT}mn10_as_mAP_471.pt"),
    Release("mn20_as", "mn20", f"{_EFFICIENT}mn20_as_mAP_478.pt"),
    Release("mn30_as", "mn30", f"{_EFFICIENT}mn30_as_mAP_482.pt"),
    Release("mn40_as", "mn40", f"{_EFFICIENT}mn40_as_mAP_484.pt", False),
    Release("mn40_as_ext", "mn40", f"{_EFFICIENT}mn40_as_ext_mAP_487.pt"),
    Release(
        "yamnet", "yamnet", _YAMNET, sha256=_YAMNET_SHA256, named="yamnet.tflite", origin=_OF_YAMNET, licence=_APACHE
    ),
    Release("atstframe_base_as2M", "atst-frame", f"{_DRIVE}1_xb0_n3UNbUG_pH1vLHTviLfsaSfCzxz", True, _ATST),
    Release("atstframe_base", "atst-frame", f"{_DRIVE}1bGJSZWlAIIJ6GL5Id5dW0PTB72DL-QDQ", False, "atstframe_base.ckpt"),
    *(
        Release("deit_base_distilled_patch16_384", tower, _DEIT, False)
        for tower in ("passt-n", "passt-s", "passt-s20", "passt-s30")
    ),
)
"""PaSST's names are hear21passt's, those of MobileNets EfficientAT's, those of the CNNs their file names; PaSST began
from a DeiT. Primus & Widmer 2024 use the ATST-Frame fine-tuned on AudioSet, which their paper calls atst_as2M.ckpt and
their code atstframe_base_as2M.ckpt; its base is self-supervised alone."""
