ardour {
	["type"] = "EditorAction",
	name = "Sound from Earshot",
	author = "Earshot",
	license = "GPL-3.0-or-later",
	description = [[Finds a sound by a description and puts its moment at the playhead, on the selected track or on a new one. Earshot must answer: earshot serve --out FOLDER.]]
}

function factory () return function ()
	local earshot = EARSHOT_COMMAND
	-- DOOR_CLIENT

	local title = "Sound from Earshot"

	local function tell (text)
		LuaDialog.Message (title, text, LuaDialog.MessageType.Info, LuaDialog.ButtonType.Close):run ()
	end

	local function selected_track ()
		for route in Editor:get_selection ().tracks:routelist ():iter () do
			local track = route:to_track ()
			if not track:isnil () and not track:to_audio_track ():isnil () then return track end
		end
		return nil
	end

	local function regions_of (track)
		local found = {}
		for region in track:playlist ():region_list ():iter () do
			found[region:to_stateful ():id ():to_s ()] = region
		end
		return found
	end

	local function tracks ()
		local found = {}
		for route in Session:get_tracks ():iter () do
			found[route:to_stateful ():id ():to_s ()] = route:to_track ()
		end
		return found
	end

	-- Imports a file at a sample, onto a track or a new one, and names its region. Returns the track.
	local function place (path, position, track)
		local before = track and regions_of (track) or tracks ()
		local files = C.StringVector ()
		files:push_back (path)
		Editor:do_import (
			files, Editing.ImportDistinctFiles, track and Editing.ImportToTrack or Editing.ImportAsTrack,
			ARDOUR.SrcQuality.SrcBest, ARDOUR.MidiTrackNameSource.SMFTrackName,
			ARDOUR.MidiTempoMapDisposition.SMFTempoIgnore, Temporal.timepos_t (position), ARDOUR.PluginInfo (),
			track or ARDOUR.Track (), false)
		if not track then
			for id, one in pairs (tracks ()) do
				if not before[id] then track = one end
			end
			if not track then return nil end
			before = {}
		end
		local is_placed = false
		for id, region in pairs (regions_of (track)) do
			if not before[id] then
				region:set_position (Temporal.timepos_t (position), 0)
				region:set_name (stem (path))
				is_placed = true
			end
		end
		return is_placed and track or nil
	end

	local track = selected_track ()
	local new, selected = "A new track", "The selected track"
	local where = { [new] = "new" }
	if track then where[selected] = "selected" end
	local asked = LuaDialog.Dialog (title, {
		{ type = "entry", key = "words", title = "It sounds like", default = "" },
		{ type = "dropdown", key = "where", title = "Put it on", values = where, default = track and selected or new },
	}):run ()
	if not asked or not asked["words"]:find ("%S") then return end

	local found, fault = ask ("search", { query = asked["words"], limit = 20 })
	if not found then return tell (fault) end
	if #found.hits == 0 then return tell ("Nothing was found.") end
	local lines = {}
	for number, hit in ipairs (found.hits) do lines[line_of (hit)] = number end
	local chosen = LuaDialog.Dialog (asked["words"], {
		{ type = "dropdown", key = "hit", title = "Sound", values = lines, default = line_of (found.hits[1]) },
	}):run ()
	if not chosen then return end

	local hit, rate = found.hits[chosen["hit"]], Session:nominal_sample_rate ()
	local made
	made, fault = ask ("export_moment", {
		sound = hit.uri, start_s = hit.start_s, end_s = hit.end_s,
		at_s = Session:transport_sample () / rate, sample_rate_hz = rate,
	})
	if not made then return tell (fault) end
	if asked["where"] == "new" then track = nil end
	for _, file in ipairs (made.files) do
		track = place (file.path, math.floor (file.at_s * rate + 0.5), track)
		if not track then return tell ("Ardour did not import " .. file.path) end
	end
end end
