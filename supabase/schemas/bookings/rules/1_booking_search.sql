-- The search of bookings: by reference, names, numbers, plates, addresses and notes, several words in any order,
-- whatever their case, accents or script.
-- Access: list_bookings searches for staff; riders and drivers search their own bookings
-- Tests:  tests/db/booking_search.sql, tests/db/list_plans.test.ts

-- Also without its apostrophes, and from each letter of a script without spaces.
create function app.indexed_words(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare v_words text[] := app.search_words(indexed_words.value);
begin
  if indexed_words.value ~ '[''\u02BC\u2019]' then
    v_words := v_words || app.search_words(regexp_replace(indexed_words.value, '[''\u02BC\u2019]', '', 'g'));
  end if;
  if app.is_unspaced(indexed_words.value) then
    v_words := array(select case when app.is_unspaced(w.word) then substr(w.word, n.place, 8) else w.word end
      from unnest(v_words) w (word)
      cross join lateral generate_series(1, case when app.is_unspaced(w.word) then length(w.word)
        else 1 end) n (place));
  end if;
  return v_words;
end $$;
comment on function app.indexed_words is 'The words by whose beginning a text is found.';

create function app.plate_words(plate text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_words text[] := app.search_words(plate_words.plate);
  v_compact text := array_to_string(v_words, '');
begin
  return v_words || v_compact || array(select m.part[1] from regexp_matches(v_compact, '[0-9]+|[^0-9]+', 'g') m (part));
end $$;
comment on function app.plate_words is
  'The words by which a number plate is found: the whole, without gaps, and its parts.';

-- The digits of a number without leading zeros and without an extension, last first.
create function app.reversed_digits(number text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select reverse(app.number_core(regexp_replace(app.folded(reversed_digits.number), '(;|x|ext).*$', '')))
$$;

create function app.search_words_of(booking public.bookings) returns tsvector
language plpgsql stable security definer set search_path = '' as $$
declare
  v_contacts public.booking_contacts;
  v_words text[] := app.indexed_words(concat_ws(' ', booking.reference, booking.customer_name, booking.guest_name,
    booking.driver_name, booking.pickup_address,
    booking.pickup_point_name, booking.drop_address, booking.drop_point_name, booking.reason))
    || array['~' || booking.customer_id, '~' || booking.driver_id, '%' || booking.fleet_id];
begin
  if booking.vehicle_number <> '' then v_words := v_words || app.plate_words(booking.vehicle_number); end if;
  if booking.waypoints <> '[]' then
    v_words := v_words || app.indexed_words((select string_agg(concat_ws(' ', s.stop ->> 'add',
      s.stop ->> 'point_name'),
      ' ') from jsonb_array_elements(booking.waypoints) s (stop)));
  end if;
  select c.* into v_contacts from public.booking_contacts c where c.booking_id = booking.id;
  if found then
    v_words := v_words || array(select '@' || w.word
      from unnest(app.indexed_words(concat_ws(' ', v_contacts.delivery_person, v_contacts.received_by,
        v_contacts.pick_up_instructions, v_contacts.delivery_instructions))) w (word))
      || array['#' || app.reversed_digits(v_contacts.guest_phone),
        '#' || app.reversed_digits(v_contacts.delivery_person_phone)];
  end if;
  return array_to_tsvector(array_remove(array_remove(v_words, null), ''));
end $$;
comment on function app.search_words_of is 'The words by which a booking is found, of its row and its contacts.';

-- A word of the index as a term of a search, quoted.
create function app.tsquery_term(word text, is_whole boolean default false) returns text
language sql immutable parallel safe set search_path = '' as $$
  select '''' || replace(replace(tsquery_term.word, '\', '\\'), '''', '''''') || ''''
    || case when tsquery_term.is_whole then '' else ':*' end
$$;

-- A short figure is a house number, so it is compared as a whole: 9 is not 95.
create function app.tsquery_terms(word text, reads_contacts boolean) returns text
language sql immutable parallel safe set search_path = '' as $$
  select format('(%s)', string_agg(t.term, ' & '))
  from (select case when app.is_unspaced(tsquery_terms.word) then 8 else 60 end as size) k
  cross join lateral generate_series(1, length(tsquery_terms.word), k.size) n (place)
  cross join lateral (select substr(tsquery_terms.word, n.place, k.size) as part) c
  cross join lateral (select format('(%s)', concat_ws(' | ', app.tsquery_term(c.part, c.part ~ '^[0-9]{1,3}$'),
    case when tsquery_terms.reads_contacts then app.tsquery_term('@' || c.part,
      c.part ~ '^[0-9]{1,3}$') end)) as term) t
$$;

-- People whose number ends with these digits, or is the end of them ("011 41 79 …"). An unverified number does not
-- match if another person verified the same number. 200 people are more than anybody looks through.
create function app.find_people_by_digits(digits text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with called as (
    (select p.id, p.mobile, p.mobile_verified from public.profiles p
      where reverse(app.number_core(p.mobile)) ~>=~ reverse(find_people_by_digits.digits)
        and reverse(app.number_core(p.mobile)) ~<~ (reverse(find_people_by_digits.digits) || ':') limit 200)
    union all (select p.id, p.mobile, p.mobile_verified from public.profiles p
      where app.number_core(p.mobile) = any (array(select right(find_people_by_digits.digits, n)
        from generate_series(8, length(find_people_by_digits.digits) - 1) n)) limit 200))
  select c.id from called c where c.mobile_verified or not exists (select 1 from public.profiles o
    where o.mobile_verified and o.id <> c.id
    and app.number_core(o.mobile) = app.number_core(c.mobile))
$$;

-- As typed, and without the zeros before a country's or an area's code.
create function app.tsquery_number_terms(digits text) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(t.term, ' | ') from (
    select distinct e.term from unnest(array[tsquery_number_terms.digits,
      app.number_core(tsquery_number_terms.digits)]) c (digits)
    cross join lateral (select app.tsquery_term('#' || reverse(c.digits)) as term
      union all select app.tsquery_term('#' || reverse(right(c.digits, n)), true)
        from generate_series(8, length(c.digits) - 1) n
      union all select app.tsquery_term('~' || p, true) from app.find_people_by_digits(c.digits) p) e
    where length(c.digits) >= 4) t
$$;

-- Turns what a person typed into a query of the index: every word must be found. Figures beside each other may also be
-- one number ("00423 555 03 31"), and short words with figures one plate ("FL 39 820"). Who may not read contacts finds
-- nothing by them.
create function app.booking_query(search text, reads_contacts boolean, fleet_id uuid default null, out whole tsquery,
  out narrow tsquery)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_text text := replace(left(btrim(booking_query.search), 100), '(0)', ' ');
  v_words text[];
  v_all text[] := array[]::text[];
  v_narrow text[] := array[]::text[];
  v_parts text[];
  v_terms text;
  v_digits text;
  v_from integer := 1;
  v_to integer;
  i integer;
  v_word text;
begin
  if booking_query.reads_contacts then
    for v_word in select m.word[1] from regexp_matches(v_text, '\S+@\S+', 'g') m (word) loop
      v_text := replace(v_text, v_word, ' ');
      select coalesce(string_agg(app.tsquery_term('~' || p.id, true), ' | '), app.tsquery_term('~', true)) into v_terms
      from (select o.id from public.profiles o where lower(o.email) like app.containing(v_word) limit 200) p;
      v_all := v_all || format('(%s)', v_terms);
      v_narrow := v_narrow || format('(%s)', v_terms);
    end loop;
  end if;
  v_words := coalesce((app.search_words(v_text))[1:12], '{}');
  while v_from <= cardinality(v_words) loop
    -- The run of short words and figures from here on.
    v_to := v_from;
    while v_to < cardinality(v_words) and v_words[v_to] ~ '^.{1,3}$|[0-9]'
      and v_words[v_to + 1] ~ '^.{1,3}$|[0-9]' loop v_to := v_to + 1; end loop;
    if array_to_string(v_words[v_from:v_to], '') !~ '[0-9]' then v_to := v_from; end if;
    v_parts := '{}';
    i := v_from;
    while i <= v_to loop
      v_digits := '';
      v_terms := null;
      while i <= v_to and v_words[i] ~ '^[0-9]+$' loop
        v_digits := v_digits || v_words[i];
        v_terms := concat_ws(' & ', v_terms, app.tsquery_terms(v_words[i], booking_query.reads_contacts));
        i := i + 1;
      end loop;
      if v_digits <> '' then
        v_parts := v_parts || format('((%s) | %s%s)', v_terms, app.tsquery_term(v_digits, length(v_digits) < 4),
          case when booking_query.reads_contacts then ' | ' || app.tsquery_number_terms(v_digits) end);
      else
        v_parts := v_parts || app.tsquery_terms(v_words[i], booking_query.reads_contacts);
        i := i + 1;
      end if;
    end loop;
    v_terms := format('(%s)', array_to_string(v_parts, ' & ') || case when v_to > v_from
      then ' | ' || app.tsquery_term(array_to_string(v_words[v_from:v_to], '')) else '' end);
    v_all := v_all || v_terms;
    if array_to_string(v_words[v_from:v_to], '') ~ '^.{3,}$|^[0-9]+$' or app.is_unspaced(v_words[v_from]) then
      v_narrow := v_narrow || v_terms;
    end if;
    v_from := v_to + 1;
  end loop;
  if cardinality(v_all) = 0 then return; end if;
  if booking_query.fleet_id is not null then
    v_narrow := v_narrow || case when v_narrow <> '{}' then app.tsquery_term('%' || booking_query.fleet_id,
    true) end; end if;
  booking_query.whole := array_to_string(v_all, ' & ')::tsquery;
  booking_query.narrow := nullif(array_to_string(v_narrow, ' & '), '')::tsquery;
end $$;
comment on function app.booking_query is
  'A search of bookings as queries of app.booking_words: whole (null: nothing can be found), and narrow, the part of '
  'it that the index answers quickly (null if every word is too short).';

-- Returns null if very many bookings match. Then the caller reads bookings in the order of its list and compares each
-- one, and has a page after a few. The index is used in any case: how often a word occurs is not known from its
-- beginning.
create function app.find_booking_ids(whole tsquery, narrow tsquery) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare v_ids uuid[];
begin
  if find_booking_ids.narrow is null then return null; end if;
  select array_agg(f.booking_id) into v_ids from (select w.booking_id from app.booking_words w
    where w.words @@ find_booking_ids.narrow and (w.words @@ find_booking_ids.whole) is true limit 5001) f;
  return case when cardinality(v_ids) > 5000 then null else coalesce(v_ids, '{}') end;
end $$;
comment on function app.find_booking_ids is
  'Ids of the bookings that a search finds; null if they are more than 5000 or the search is too short for the index.';

-- A person has few bookings, so words of three letters or more are also found in the middle of another ("port" in
-- "airport").
create function public.search_my_bookings(search text) returns setof public.bookings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_query tsquery := (select q.whole from app.booking_query(search_my_bookings.search, false) q);
  v_parts text[] := array(select app.containing(w)
    from unnest((app.search_words(left(search_my_bookings.search, 100)))[1:12]) w);
begin
  if exists (select 1 from unnest(v_parts) p (part) where length(p.part) < 5 or p.part ~ '[0-9]') then
    v_parts := null;
  end if;
  return query select b.* from public.bookings b where (b.customer_id = v_me.id or b.driver_id = v_me.id)
    and v_query is not null
    and (select w.words @@ v_query
      or coalesce(regexp_replace(array_to_string(tsvector_to_array(w.words), ' '), '(^| )[@#~%][^ ]*', '',
      'g') like all (v_parts), false)
      from app.booking_words w where w.booking_id = b.id);
end $$;
comment on function public.search_my_bookings is
  'The caller''s own bookings, as rider or driver, that contain all words of a search: in the reference, addresses, '
  'names, plate or reason of the cancellation, without regard to case and accents. Filter, sort and page like the '
  'table. '
  'Errors: must_login, not_logged_in, user_issue_contact_admin, account_suspended, not_allowed, second_factor_needed.';
grant execute on function public.search_my_bookings(text) to authenticated;
