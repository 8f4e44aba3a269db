-- Places clips in an Ardour session; run by ardour7-lua with a folder, a session's name and a list of clips.
--
-- A line of the list has four parts between tabs: the name of a whole-file region that is in the session, the name of
-- the new region, its position in samples, and the track. Missing tracks are added. The session is saved at the end.
-- The last line of the output is "placed N", or what went wrong.

local folder, name, list = arg[1], arg[2], arg[3]

local session = load_session (folder, name)
assert (session, "the session cannot be opened")

local function track_named (wanted, channels)
	local route = Session:route_by_name (wanted)
	if not route:isnil () then
		local track = route:to_track ()
		assert (not track:isnil (), wanted .. " is no track")
		return track
	end
	local added = Session:new_audio_track (
		channels, 2, nil, 1, wanted, ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
	assert (added:size () == 1, "no track was added")
	return added:front ():to_track ()
end

local whole = {}
for _, region in pairs (ARDOUR.RegionFactory.regions ():table ()) do
	if region:whole_file () then whole[region:name ()] = region end
end

local placed = 0
for line in io.lines (list) do
	local source, title, position, track = line:match ("^([^\t]*)\t([^\t]*)\t(%d+)\t([^\t]*)$")
	local file = whole[source]
	assert (file, "the session has no region " .. tostring (source))
	local region = ARDOUR.RegionFactory.clone_region (file, true, false)
	region:set_name (title)
	local playlist = track_named (track, region:to_audioregion ():n_channels ()):playlist ()
	playlist:add_region (region, Temporal.timepos_t (tonumber (position)), 1, false)
	placed = placed + 1
end

assert (Session:save_state ("", false, false, false, false, false) == 0, "the session cannot be saved")
close_session ()
print ("placed " .. placed)
