-- Asks `earshot serve` by way of the command `earshot ask`, since the Lua of DAWs has no sockets.

local function encoded (value)
	if type (value) == "string" then
		return '"' .. value:gsub ('[%c"\\]', function (c) return ("\\u%04x"):format (c:byte ()) end) .. '"'
	elseif math.type (value) == "float" then
		return ("%.17g"):format (value)
	elseif type (value) ~= "table" then
		return tostring (value)
	end
	local parts = {}
	for name, part in pairs (value) do parts[#parts + 1] = encoded (name) .. ":" .. encoded (part) end
	return "{" .. table.concat (parts, ",") .. "}"
end

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

-- Reads the JSON value at a place of a text; returns it and the place behind it. null is nil. Raises an error.
local function decoded (text, at)
	at = text:find ("%S", at) or #text + 1
	local mark = text:sub (at, at)
	if mark == "{" or mark == "[" then
		local found, count = {}, 0
		at = text:find ("%S", at + 1)
		while at and not text:sub (at, at):find ("[%]}]") do
			local name, value
			count = count + 1
			if mark == "{" then
				name, at = decoded (text, at)
				at = assert (text:match ("^%s*:()", at), "no colon")
			else
				name = count
			end
			value, at = decoded (text, at)
			found[name] = value
			at = text:match ("^%s*,?%s*()", at)
		end
		return found, assert (at, "no end") + 1
	elseif mark == '"' then
		local parts = {}
		at = at + 1
		while true do
			local plain, next_at = text:match ('^([^"\\]*)()', at)
			parts[#parts + 1] = plain
			local sign = text:sub (next_at, next_at)
			if sign == '"' then return table.concat (parts), next_at + 1 end
			assert (sign == "\\", "no end of a text")
			local letter = text:sub (next_at + 1, next_at + 1)
			at = next_at + 2
			if letter == "u" then
				local code = assert (tonumber (text:sub (at, at + 3), 16), "no letter")
				at = at + 4
				local low = code >= 0xd800 and code < 0xdc00 and text:match ("^\\u(%x%x%x%x)", at)
				if low then
					code = 0x10000 + ((code - 0xd800) << 10) + (tonumber (low, 16) - 0xdc00)
					at = at + 6
				end
				letter = utf8.char (code)
			end
			parts[#parts + 1] = escapes[letter] or letter
		end
	end
	local word, after = text:match ("^([%w%+%-%.]+)()", at)
	if word == "null" then return nil, after end
	if word == "true" or word == "false" then return word == "true", after end
	return assert (tonumber (word), "no value"), after
end

-- Returns what a tool of the door answers, or nil and a sentence for the user.
local function ask (tool, arguments)
	local path = os.tmpname ()
	local is_windows = path:sub (1, 1) == "\\"
	if is_windows then path = (os.getenv ("TEMP") or ".") .. path end
	local file = io.open (path, "w")
	if not file then return nil, path .. " cannot be written" end
	file:write (encoded (arguments))
	file:close ()
	local line = earshot .. " ask " .. tool .. ' - < "' .. path .. '" 2>&1'
	if is_windows then line = '"' .. line .. '"' end
	local pipe = io.popen (line)
	local said = pipe:read ("a")
	pipe:close ()
	os.remove (path)
	local place = ("\n" .. said):find ("\n{", 1, true)  -- warnings may stand before the answer
	local is_read, answer = pcall (decoded, said, place or 1)
	if not is_read or type (answer) ~= "table" then return nil, said end
	if answer.error then return nil, answer.error.message .. ". " .. answer.error.advice end
	return answer.result
end

-- Makes a line for a list of hits: rank, name, stretch in seconds.
local function line_of (hit)
	local name = hit.path:match ("[^/\\]+$") or hit.path
	if not hit.start_s then return ("%02d  %s"):format (hit.rank, name) end
	return ("%02d  %s  %.1f-%.1f s"):format (hit.rank, name, hit.start_s, hit.end_s)
end

local function stem (path)
	local name = path:match ("[^/\\]+$") or path
	return name:match ("^(.+)%.[^.]*$") or name
end
