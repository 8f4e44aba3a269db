-- Sound from Earshot: finds a sound by a description and puts its moment at the edit cursor, on the selected track or
-- on a new one. Earshot must answer: earshot serve --out FOLDER. For REAPER 6 or later.

local earshot = EARSHOT_COMMAND
-- DOOR_CLIENT

local title = "Sound from Earshot"

local function tell (text)
	reaper.ShowMessageBox (text, title, 0)
end

-- Shows a menu at the mouse; returns the number of the chosen line, or 0.
local function chosen (lines)
	local shown = {}
	for number, line in ipairs (lines) do
		shown[number] = line:gsub ("[|<>#!&]", " ")  -- which are commands in a menu
	end
	gfx.init (title, 1, 1, 0, reaper.GetMousePosition ())
	gfx.x, gfx.y = gfx.mouse_x, gfx.mouse_y
	local number = gfx.showmenu (table.concat (shown, "|"))
	gfx.quit ()
	return number
end

local function place (file, track)
	local source = reaper.PCM_Source_CreateFromFile (file.path)
	if not source then return false end
	local item = reaper.AddMediaItemToTrack (track)
	local take = reaper.AddTakeToMediaItem (item)
	reaper.SetMediaItemTake_Source (take, source)
	reaper.GetSetMediaItemTakeInfo_String (take, "P_NAME", stem (file.path), true)
	reaper.SetMediaItemInfo_Value (item, "D_LENGTH", (reaper.GetMediaSourceLength (source)))
	reaper.SetMediaItemInfo_Value (item, "D_POSITION", file.at_s)
	return true
end

local function main ()
	local is_given, words = reaper.GetUserInputs (title, 1, "It sounds like:,extrawidth=200", "")
	if not is_given or not words:find ("%S") then return end
	local found, fault = ask ("search", { query = words, limit = 20 })
	if not found then return tell (fault) end
	if #found.hits == 0 then return tell ("Nothing was found.") end
	local lines = {}
	for number, hit in ipairs (found.hits) do lines[number] = line_of (hit) end
	local hit = found.hits[chosen (lines)]
	if not hit then return end

	local arguments = { sound = hit.uri, start_s = hit.start_s, end_s = hit.end_s, at_s = reaper.GetCursorPosition () }
	if reaper.GetSetProjectInfo (0, "PROJECT_SRATE_USE", 0, false) == 1 then
		arguments.sample_rate_hz = math.floor (reaper.GetSetProjectInfo (0, "PROJECT_SRATE", 0, false))
	end
	local made
	made, fault = ask ("export_moment", arguments)
	if not made then return tell (fault) end
	reaper.Undo_BeginBlock ()
	local track = reaper.GetSelectedTrack (0, 0)
	if not track then
		local count = reaper.CountTracks (0)
		reaper.InsertTrackAtIndex (count, true)
		track = reaper.GetTrack (0, count)
	end
	for _, file in ipairs (made.files) do
		if not place (file, track) then tell ("REAPER did not read " .. file.path) end
	end
	reaper.UpdateArrange ()
	reaper.Undo_EndBlock (title, -1)
end

main ()
