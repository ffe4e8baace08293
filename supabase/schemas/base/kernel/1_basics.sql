-- Basics: refusals, the application clock, ids, random codes, distances, values from text, and sending broadcasts.
-- Access: only the owner sets the clock and calls app.broadcast; the other functions are helpers for all domains
-- Tests:  tests/db/basics.sql, tests/db/casts.sql, tests/db/logged_reads.test.ts

create function app.refuse(key text, status integer, hint text, detail text default null) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- Needs two RAISE statements, because RAISE does not accept a null DETAIL.
  if detail is null then
    raise exception using errcode = 'PT' || status, message = key, hint = hint;
  end if;
  raise exception using errcode = 'PT' || status, message = key, hint = hint, detail = detail;
end $$;
comment on function app.refuse is
  'Ends the transaction with a refusal. PostgREST responds with the HTTP status, the key as message '
  '(docs/reference/error-codes.md), a hint for programmers and an optional detail.';
grant execute on function app.refuse(text, integer, text, text) to service_role;

-- A raised refusal rolls back what the call has written. A refusal that must leave a count or a line in a log is the
-- answer.
create function app.answer_refusal(key text, status integer, hint text) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  return jsonb_build_object('code', 'PT' || status, 'message', key, 'hint', hint);
end $$;
comment on function app.answer_refusal is
  'A refusal as the answer of a function: clients receive it as one of app.refuse, but the transaction commits.';

-- Phone numbers are E.164. Reading what people type needs the numbering plans of all countries, which the clients and
-- the edge functions have; the database takes only the result, and never guesses by dropping characters.
create function app.mobile_of(input text) returns text language sql immutable parallel safe set search_path = '' as $$
  select input where input ~ '^[+][1-9][0-9]{5,14}$'
$$;
comment on function app.mobile_of is
  'The input if it is a phone number in E.164 form, such as +4235550101; otherwise null.';

create function app.phone_of(input text) returns text language sql immutable parallel safe set search_path = '' as $$
  select input where input ~ '^[+][1-9][0-9]{5,14}(;ext=[0-9]{1,6})?$'
$$;
comment on function app.phone_of is
  'The input if it is a phone number in E.164 form, with or without an extension, such as +4235550101;ext=12; '
  'otherwise null.';

create function app.sms_number(line text) returns text language sql immutable parallel safe set search_path = '' as $$
  select split_part(sms_number.line, ';', 1)
$$;
comment on function app.sms_number is
  'The number without its extension: text messages cannot be sent to an extension.';

create function app.verified_number(auth_phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select app.mobile_of('+' || ltrim(auth_phone, '+'))
$$;
comment on function app.verified_number is
  'A number of auth.users in E.164 form: Auth stores it without the plus. Null if there is none.';

create function app.tg_append_only() returns trigger language plpgsql set search_path = '' as $$
begin
  perform app.refuse('append_only', 409, 'History can only be added to; reverse money with a new transaction');
  return null;
end $$;
comment on function app.tg_append_only is
  'Trigger that refuses every change of existing rows, for tables whose history must stay. Attach: before update or '
  'delete or truncate, for each statement.';

create table app.clock (
  id boolean primary key default true check (id),
  "offset" interval not null default interval '0'
);
comment on table app.clock is
  'One row: how far the application clock is ahead of now(). Seeds, tests and the simulator change it.';

insert into app.clock default values;

alter table app.clock enable row level security;

-- Returns the application clock. Written in plpgsql, because plpgsql caches the plan for the session; a SQL function
-- with SECURITY DEFINER would be planned at each call.
create function app.now() returns timestamptz language plpgsql stable security definer set search_path = '' as $$
begin
  return now() + (select c."offset" from app.clock c);
end $$;
comment on function app.now() is 'The application clock: now() plus the offset in app.clock. All rules use it.';
grant execute on function app.now() to anon, authenticated, service_role;

-- Offers the application clock as a view, because PostgreSQL inlines a view into the query: 3 us per call instead of 13
-- us for app.now().
create view app.present with (security_invoker = true) as select now() + c."offset" as at from app.clock c;
comment on view app.present is
  'The same time as app.now(), for time-critical queries in functions of the owner, who may read app.clock.';

-- Auth, Storage and pg_cron have the real clock, and our own rows the application clock: a demo that was sped up would
-- otherwise find that an account is older than its sign-up form. Functions compare the time of another service only
-- through this function (tests/db/sweeps.sql).
create function app.outside_time(at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select outside_time.at + c."offset" from app.clock c
$$;
comment on function app.outside_time is
  'A time that another service recorded (Auth, Storage, pg_cron), on the application clock.';

-- Returns an id that sorts by time of creation. It uses the real clock, so that changing the application clock does not
-- reorder ids.
create function app.uuid_v7() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(overlay(
      uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
    ), 52, 1), 53, 1), 'hex')::uuid
$$;
comment on function app.uuid_v7() is 'An id (uuid, version 7) that starts with the time, so that ids sort by creation.';
grant execute on function app.uuid_v7() to authenticated, service_role;

-- Takes the first byte of a random uuid for each letter, because gen_random_uuid is the only strong random source
-- without an extension. 256 is not a multiple of 26, so W to Z are a tenth less likely than other letters. That is fine
-- for codes that are not secret and that a constraint keeps unique.
create function app.random_letters(length integer) returns text language sql volatile set search_path = '' as $$
  select string_agg(chr(65 + get_byte(uuid_send(gen_random_uuid()), 0) % 26), '')
  from generate_series(1, random_letters.length)
$$;
comment on function app.random_letters(integer) is 'Random letters A to Z (booking references, referral codes).';

create function app.unused_letters(length integer, in_table regclass, in_column text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_letters text;
  v_is_used boolean;
begin
  loop
    v_letters := app.random_letters(unused_letters.length);
    execute format('select exists (select 1 from %s t where t.%I = $1)', unused_letters.in_table,
      unused_letters.in_column) into v_is_used using v_letters;
    exit when not v_is_used;
  end loop;
  return v_letters;
end $$;
comment on function app.unused_letters is 'Random letters that no row of the table has in this column.';

create function app.random_digits(length integer) returns text language sql volatile set search_path = '' as $$
  select lpad((((('x' || encode(substring(uuid_send(gen_random_uuid()) from 10 for 6), 'hex'))::bit(48)::bigint))
    % (10 ^ random_digits.length)::bigint)::text, random_digits.length, '0')
$$;
comment on function app.random_digits(integer) is 'Random digits, evenly distributed (start codes).';

create function app.distance_m(lat1 double precision, lng1 double precision, lat2 double precision,
  lng2 double precision)
returns double precision language sql immutable parallel safe as $$
  select 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(lat2 - lat1) / 2) ^ 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lng2 - lng1) / 2) ^ 2)))
$$;
comment on function app.distance_m is 'Great-circle metres between two points (haversine, mean earth radius).';

create function app.anchor(lat double precision, lng double precision) returns point
language sql immutable parallel safe as $$
  select point(6378137 * radians(lng), 6378137 * ln(tan(pi() / 4 + radians(greatest(-85, least(85, lat))) / 2)))
$$;
comment on function app.anchor is
  'A point in metres on the Mercator map (EPSG:3857), where lengths are stretched: metres on the ground = Mercator '
  'metres x 0.99888 x cos(latitude).';

create function app.is_place(lat double precision, lng double precision) returns boolean
language sql immutable parallel safe as $$
  select coalesce(lat between -85 and 85 and lng between -180 and 180, false)
$$;
comment on function app.is_place is 'Whether two numbers are the coordinates of a usable place.';
-- The service role needs this grant, because check constraints call app.is_place with the rights of the role that
-- writes the row.
grant execute on function app.is_place(double precision, double precision) to service_role;

create function app.time_of(value jsonb) returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return case jsonb_typeof(value)
    when 'number' then to_timestamp((value #>> '{}')::double precision / 1000)
    when 'string' then (value #>> '{}')::timestamptz
  end;
exception when others then
  return null;
end $$;
comment on function app.time_of is 'A time from JSON: an ISO string or milliseconds; null if invalid.';

-- Limits that pages also show. `npm run generate` writes each function without arguments whose comment says @shared to
-- src/types/rules.ts; without search_path, so that PostgreSQL inlines it.
create function app.reason_length() returns integer language sql immutable parallel safe as $$ select 500 $$;
comment on function app.reason_length is
  'Maximum characters of a reason or note that staff write about a decision; the rest is cut off. @shared';
create function app.message_length() returns integer language sql immutable parallel safe as $$ select 1000 $$;
comment on function app.message_length is
  'Maximum characters of a message or note that people write to each other; a longer one is refused. @shared';
create function app.short_message_length() returns integer language sql immutable parallel safe as $$ select 500 $$;
comment on function app.short_message_length is
  'Maximum characters of a message that the desk sends to a driver on a trip, who reads it while driving. @shared';
create function app.page_text_length() returns integer language sql immutable parallel safe as $$ select 2000 $$;
comment on function app.page_text_length is
  'Maximum characters of one text of a page in a language that the operator added. @shared';

-- A text is blank if it contains only spaces of any width, tabs, joiners and other invisible characters. The pattern
-- lists these characters, because a class such as "letters" depends on the database's locale and does not contain
-- Arabic under locale C.
create function app.is_blank(value text) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select coalesce(value,
    '') !~ '[^[:space:]\u0001-\u001F\u007F-\u00A0\u00AD\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uFEFF]'
$$;
comment on function app.is_blank is 'Whether a text is null, empty or consists only of invisible characters.';

-- Removes characters that are invisible and unnecessary in every script: soft hyphens, zero-width spaces, fillers,
-- invisible operators and tags.
create function app.strip_invisible(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(value,
    '[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E007F]', '', 'g');
end $$;
comment on function app.strip_invisible is 'A text without invisible characters that have no effect.';

-- Removes direction overrides, because they can reverse a text and the text after it. Direction marks and joiners stay,
-- because Arabic, Persian and emoji sequences need them.
create function app.plain_lines(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return app.strip_invisible(regexp_replace(regexp_replace(replace(value, E'\r\n', E'\n'),
    '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
    '[\u202A-\u202E\u2066-\u2069]', '', 'g'));
end $$;
comment on function app.plain_lines is
  'A text of one or more lines without control characters, direction overrides and invisible characters.';

create function app.plain(value text) returns text language sql immutable parallel safe set search_path = '' as $$
  select btrim(replace(app.plain_lines(plain.value), E'\n', ' '))
$$;
comment on function app.plain is
  'A one-line text without control characters, direction overrides and invisible characters.';

-- Removes direction marks, which a name does not need, and keeps joiners only between the letters of scripts that use
-- them. Replaces full-width and mathematical letters by plain letters.
create function app.plain_name(value text) returns text language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(regexp_replace(regexp_replace(app.plain(normalize(plain_name.value, nfkc)),
    '[\u061C\u200E\u200F\uFE00-\uFE0F]', '', 'g'),
    '(^|[^\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF])[\u200C\u200D]+', '\1', 'g'),
      '[\u200C\u200D]+($|[^\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF])', '\1', 'g')
$$;
comment on function app.plain_name is 'A person''s name without invisible characters.';

-- One word must not mix letters of these scripts: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian and
-- Cherokee. Other letters, such as Chinese, Japanese and Korean, may be mixed with any of them. Three combining marks
-- in a row are refused, too. The letters are listed by code point, because letter classes depend on the database's
-- locale.
create function app.is_name(value text) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select normalize(coalesce(is_name.value, ''), nfkc) !~ '[\u0300-\u036F]{3}' and not exists (
    select 1 from regexp_split_to_table(normalize(coalesce(is_name.value, ''), nfkc),
      '[[:space:]\u2010-\u2015-]+') w (word)
    where (select count(*) from unnest(array[
      '[A-Za-z\u00AA\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02AF\u1E00-\u1EFF\u2C60-\u2C7F\uA720-\uA7FF]',
        '[\u0370-\u03FF\u1F00-\u1FFF]',
      '[\u0400-\u052F\u1C80-\u1C88\u2DE0-\u2DFF\uA640-\uA69F]', '[\u0531-\u058F]', '[\u0590-\u05FF]',
        '[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF]',
      '[\u10A0-\u10FF\u1C90-\u1CBF]', '[\u13A0-\u13FF\uAB70-\uABBF]']) s (letters) where w.word ~ s.letters) > 1)
$$;
comment on function app.is_name is
  'Whether a name is acceptable: no word mixes letters of two scripts or stacks combining marks. A name that does can '
  'look like the name of another person.';

create function app.refuse_name() returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('name_invalid', 422, 'Write each word of a name in letters of one script');
end $$;
comment on function app.refuse_name is 'Refuses with name_invalid.';

-- Cleans texts that people write and others read. The trigger's arguments name the columns.
create function app.tg_plain_texts() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(new);
  v_plain jsonb := jsonb_build_object();
  k text;
begin
  foreach k in array tg_argv loop
    if v_row ->> k <> app.plain_lines(v_row ->> k) then
      v_plain := v_plain || jsonb_build_object(k, app.plain_lines(v_row ->> k));
    end if;
  end loop;
  if v_plain = '{}' then return new; end if;
  return jsonb_populate_record(new, v_plain);
end $$;

-- The form in which texts are searched: lower case, without accents, points, vowel signs and typographic variants, with
-- digits 0 to 9, so that "muller", "Müller" and "Mueller" or "йога" and "ЙОГА" are equal. The beginning of a text has
-- the beginning of its form, which is why an e after a, o or u is dropped everywhere, and ae is not turned into ä.
-- Letters are listed, because lower() changes only those that the database's locale knows.
create function app.folded(value text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
declare v_text text := folded.value;
begin
  -- Most texts are plain; the tables below are long.
  if v_text ~ '[^\u0001-\u007F]' then
    v_text := regexp_replace(normalize(v_text, nfkd),
      '[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]', '', 'g');
    if v_text ~ '[^\u0001-\u007F]' then
      v_text := replace(replace(replace(replace(translate(translate(v_text,
        'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЃЄЅІЇЈЉЊЋЌЍЎЏҐҒҖҚҢҮҰҲҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'αβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђѓєѕіїјљњћќѝўџґғҗқңүұҳһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'),
        '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙øđłıħŧðςىةکیےØĐŁĦŦÐæÆœŒ',
        '01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789odlihtdσيهكييodlhtdaaoo'),
        'ß', 'ss'), 'ẞ', 'ss'), 'þ', 'th'), 'Þ', 'th');
    end if;
  end if;
  return regexp_replace(lower(v_text), '([aou])e', '\1', 'g');
end $$;
comment on function app.folded is
  'A text as it is searched: without case, accents and differences of spelling such as ü and ue, with digits 0 to 9.';

-- Splits at everything that is no letter or digit: spaces and punctuation by code point, because character classes
-- depend on the locale.
create function app.search_words(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare v_text text := btrim(regexp_replace(app.folded(left(search_words.value, 4000)),
  '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u02B9-\u02DF\u0589\u05BE\u05C0\u05C3\u05F3\u05F4\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u3000-\u3004\u3008-\u3020\u3030\u30FB\uD7FC-\uF8FF]+', ' ', 'g'));
begin
  if v_text ~ '[^ ]{61}' then v_text := regexp_replace(v_text, '([^ ]{60})[^ ]+', '\1', 'g'); end if;
  return string_to_array(nullif(v_text, ''), ' ');
end $$;
comment on function app.search_words is
  'The words of a text as they are searched (app.folded), in their order; null without any.';

create function app.compact(value text) returns text language sql immutable parallel safe set search_path = '' as $$
  select array_to_string(app.search_words(compact.value), '')
$$;
comment on function app.compact is
  'The words of a text as they are searched, without gaps: a number plate in any spelling.';
-- The service role needs these grants, because a role that writes a row also computes the values of its indexes.
grant execute on function app.folded(text), app.compact(text), app.search_words(text) to service_role;

-- Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces, so a word in them is found from each of
-- its letters.
create function app.is_unspaced(word text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select is_unspaced.word ~ '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]'
$$;

create function app.uuid_of(input text) returns uuid language plpgsql immutable set search_path = '' as $$
begin
  return input::uuid;
exception when invalid_text_representation then
  return null;
end $$;
comment on function app.uuid_of is 'A uuid from text; null if invalid.';

create function app.date_of(input text) returns date language plpgsql immutable set search_path = '' as $$
begin
  return case when input ~ '^\d{4}-\d{2}-\d{2}$' then input::date end;
exception when datetime_field_overflow then
  return null;
end $$;
comment on function app.date_of is 'A date from text such as 2026-11-01; null if invalid.';

-- Functions whose reads are logged, counted or limited answer one value instead of rows. The API would let a client
-- select, filter and cast rows after the function has run. A cast that fails undoes what the function recorded, and its
-- error message contains the value. Of one value the API refuses this before it calls the function. The rows are json,
-- not jsonb, because building jsonb takes three times as long, and nothing reads them before they are sent.
create function app.page(rows json, next json default null) returns json
language sql stable parallel safe set search_path = '' as $$
  select json_build_object('rows', coalesce(page.rows, '[]'), 'next', page.next)
$$;
comment on function app.page is
  'The result of a function that lists rows: {rows, next}; next contains the arguments of the next page, null if this '
  'page is the last.';

-- Refuses a request that selects, filters or sorts a part of the result. PostgREST refuses a column of a single value,
-- but its statement has one column, pgrst_scalar, and PostgreSQL also reads "name"."concat" as concat(name). A cast of
-- such a part can fail after the read, and then its error message contains what was read, and the rollback removes the
-- record. Only a client brings a column into PostgREST's statement: "name"."column". Names of functions are followed by
-- their arguments.
create function app.refuse_parts() returns void language plpgsql stable set search_path = '' as $$
declare v_query text := current_query();
begin
  if strpos(v_query, 'pgrst_source') > 0 and v_query ~ '"\."([^"]|"")+"(?!\()' then
    perform app.refuse('not_allowed', 403,
      'Ask for the whole result: no part of a recorded or limited read can be selected, filtered or sorted');
  end if;
end $$;
comment on function app.refuse_parts is
  'Refuses a request of the REST API for a part of the result; called by functions whose reads are recorded or '
  'limited.';

-- Refuses a request that casts a part of a function's result. The cast runs after the function: if it fails, its
-- message contains the value, and everything that the function did is undone. A driver could read where a rider lives
-- without taking the ride. It runs in every call, so it looks for the words before it uses a pattern, which takes ten
-- times as long.
create function app.refuse_casts() returns void language plpgsql stable set search_path = '' as $$
declare v_query text := current_query();
begin
  if (strpos(v_query, 'CAST') > 0 or strpos(v_query, 'cast') > 0) and strpos(v_query, 'pgrst_source') > 0
    and v_query ~* '\mcast\s*\(' then
    perform app.refuse('not_allowed', 403, 'Ask for the columns of a function as they are: none can be cast');
  end if;
end $$;
comment on function app.refuse_casts is
  'Refuses a request of the REST API that casts a column of the result; every function that asks for its caller calls '
  'it.';

-- This is the only function that broadcasts, and it sends only ids. Realtime checks rights only when a client joins a
-- topic. The client may have lost its rights since then, so a message contains no status, amount or place.
create function app.broadcast(topic text, event text, id uuid default null, booking_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A street trip has no rider, so the topic of its rider is null.
  if broadcast.topic is null or coalesce(current_setting('app.quiet', true), '') <> '' then return; end if;
  perform realtime.send(jsonb_strip_nulls(jsonb_build_object('id', broadcast.id, 'booking_id', broadcast.booking_id)),
    broadcast.event, broadcast.topic, true);
end $$;
comment on function app.broadcast is
  'Broadcasts an event on a private topic, with ids only. Without an id the message gets a random one.';

create function app.tg_broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_topic text;
begin
  foreach v_topic in array tg_argv[1:] loop
    perform app.broadcast(case when v_topic like '%:%' then split_part(v_topic, ':', 1) || ':'
      || (v_row ->> split_part(v_topic, ':', 2)) else v_topic end,
      tg_argv[0], (v_row ->> 'id')::uuid);
  end loop;
  return null;
end $$;
comment on function app.tg_broadcast is
  'Trigger that broadcasts changes of a table. Attach: tg_broadcast(event, topics…) sends the event with the row''s '
  'id. A topic is a name, such as admin, or name:column, such as user:user_id for the topic of the person in that '
  'column.';

create function app.refuse_amount() returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('amount_invalid', 422, 'Give an amount above 0 and below a million');
end $$;
comment on function app.refuse_amount is 'Refuses with amount_invalid.';

-- Storage gives each upload, copy and move a new version.
create function app.file_mark(version text, metadata jsonb) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' ', file_mark.version, file_mark.metadata ->> 'eTag', file_mark.metadata ->> 'size',
    file_mark.metadata ->> 'mimetype')
$$;
comment on function app.file_mark is 'A text that changes with the content or the type of a stored file.';
grant execute on function app.file_mark(text, jsonb) to authenticated;

create function app.refuse_sort(reason text) returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('list_invalid', 422, reason);
end $$;

-- The search text is cut at 100 letters, because longer searches only cost time.
create function app.containing(search text) returns text language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(left(lower(search), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function app.containing is
  'The LIKE pattern for texts that contain a search text, with wildcards in the search text escaped.';

-- Returns false for an IBAN (ISO 13616) whose check digits are wrong (ISO 7064, MOD 97-10), so that one mistyped digit
-- does not pay somebody else. Other texts are account numbers in a bank's own form, which cannot be checked. An IBAN
-- begins with two letters and two digits and has at least 15 signs; spaces, dots and hyphens do not count.
create function app.is_account(account text) returns boolean language sql immutable set search_path = '' as $$
  select n.account !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,}$' or length(n.account) <= 34 and (
    select string_agg(case when c.sign ~ '^[0-9]$' then c.sign else (ascii(c.sign) - 55)::text end, ''
      order by c.place)::numeric % 97 = 1
    from regexp_split_to_table(substr(n.account, 5) || left(n.account, 4), '') with ordinality c (sign, place))
  from (select upper(regexp_replace(is_account.account, '[^[:alnum:]]', '', 'g')) as account) n
$$;
comment on function app.is_account is
  'Whether a text can be a bank account: false only for an IBAN with wrong check digits.';
