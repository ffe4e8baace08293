-- Lists of people for staff, with contacts masked while the demo mode is on.
-- Needs:  profiles, audit (masking)
-- Access: admins all, fleet admins their own drivers
-- Tests:  tests/db/people.sql, tests/db/demo_mode.sql, tests/db/read_limit.sql

create function app.shown(person public.profiles) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
begin
  if person.id is distinct from auth.uid() and app.is_person() and app.is_demo() then
    person.email := app.masked_email(person.email);
    person.mobile := app.masked_number(person.mobile);
  end if;
  return person;
end $$;
comment on function app.shown(public.profiles) is 'A person as the caller may see them: contacts masked in a demo.';

-- For lists that sort by what is asked: one index in both directions. Of equal values the ids go the same way, so that a comparison
-- of rows enters the index at the very row, however many share its value. By time ids go the other way, as the tables' lists always
-- did; there the first bound is for the index, which an "or" alone would not enter in the middle, and few rows share a moment.
-- Only expressions of ours become part of a query.
create function app.order_sql(by text, id text, forth boolean, is_time boolean) returns text
language sql immutable set search_path = '' as $$
  select format('%s%s, %s%s', by, case when forth then '' else ' desc' end, id, case when forth = is_time then ' desc' else '' end)
$$;
create function app.after_sql(by text, id text, forth boolean, is_time boolean, value text, last text) returns text
language sql immutable set search_path = '' as $$
  select format(case when not is_time then '(%1$s, %2$s) %5$s (%3$s, %4$s)' else '%1$s %5$s= %3$s and (%1$s %5$s %3$s or %2$s %6$s %4$s)' end,
    by, id, value, last, case when forth then '>' else '<' end, case when forth then '<' else '>' end)
$$;
comment on function app.after_sql is 'The condition for what comes after a row: its value in the column that sorts, and its id.';

create function app.refuse_sort(said text) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT422' using message = 'list_invalid', hint = said;
end $$;

-- Nobody searches by a hundred letters; more of them would only cost.
create function app.containing(search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(left(lower(search), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function app.containing is 'The pattern for what contains a text, whatever signs it has.';

create index profiles_name on public.profiles (lower(first_name || ' ' || last_name), id);
create index profiles_names on public.profiles using gin (lower(first_name || ' ' || last_name) extensions.gin_trgm_ops);
create index profiles_emails on public.profiles using gin (lower(email) extensions.gin_trgm_ops);
create index profiles_digits on public.profiles using gin (regexp_replace(mobile, '[^0-9]', '', 'g') extensions.gin_trgm_ops);
create index profiles_unapproved on public.profiles (created_at desc, id) where not approved;
create index drivers_plates on public.drivers using gin (lower(vehicle_number) extensions.gin_trgm_ops);

-- Only what was asked for is a condition, as in list_bookings: @plpgsql_check_options: security_warnings = off
create function public.list_people(usertype text default null, search text default null, person_id uuid default null, is_approved boolean default null,
  is_suspended boolean default null, fleet_id uuid default null, sort text default 'created', ascending boolean default false, after_value text default null,
  after_id uuid default null, page_size integer default 50) returns setof public.profiles
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_search text := nullif(btrim(list_people.search), '');
  v_digits text := regexp_replace(left(v_search, 100), '[^0-9]', '', 'g');
  v_name text := 'lower(p.first_name || '' '' || p.last_name)';
  v_by text := case coalesce(list_people.sort, 'created') when 'created' then 'p.created_at' when 'name' then v_name end;
  v_forth boolean := coalesce(list_people.ascending, false);
  v_open boolean := not app.is_demo();
  v_found text;
  v_where text;
begin
  if v_by is null then perform app.refuse_sort('sort is created or name'); end if;
  -- Contacts are not searched in a demo, else searching would tell what masking hides. A number that somebody else has proved is
  -- not found under a name that only claims it.
  v_found := concat_ws(' or ', v_name || ' like $2',
    'p.id = any (array(select d.id from public.drivers d where lower(d.vehicle_number) like $2 limit 1000))',
    case when v_open then 'lower(p.email) like $2 or p.referral_id = upper($3)' end,
    case when v_open and length(v_digits) >= 3 then $q$regexp_replace(p.mobile, '[^0-9]', '', 'g') like '%' || $4 || '%'
      and (p.mobile_verified or not exists (select 1 from public.profiles o where o.mobile_verified
        and regexp_replace(o.mobile, '[^0-9]', '', 'g') = regexp_replace(p.mobile, '[^0-9]', '', 'g')))$q$ end);
  v_where := concat_ws(' and ', 'p.deleted_at is null',
    case when list_people.usertype is not null then 'p.usertype = $1' when list_people.person_id is null then 'p.usertype <> ''admin''' end,
    case when list_people.person_id is not null then 'p.id = $5' end,
    case when v_me.usertype <> 'admin' then 'p.id in (select d.id from public.drivers d where d.fleet_id = $6)' end,
    case when list_people.fleet_id is not null then 'p.id in (select d.id from public.drivers d where d.fleet_id = $7)' end,
    case when list_people.is_approved then 'p.approved' when not list_people.is_approved then 'not p.approved' end,
    case when list_people.is_suspended then 'not p.approved and p.suspended_at is not null' when not list_people.is_suspended then 'p.suspended_at is null' end,
    case when v_search is not null then '(' || v_found || ')' end,
    case when list_people.after_value is not null then
      app.after_sql(v_by, 'p.id', v_forth, v_by = 'p.created_at', case when list_people.sort = 'name' then 'lower($8)' else '$8::timestamptz' end, '$9') end);
  return query execute format('with l as materialized (select p as person from public.profiles p where %1$s order by %2$s limit $10),
      counted as materialized (select app.show_rows(''people'', $5, array_agg((l.person).id)) from l)
      select p.* from l cross join counted cross join lateral app.shown(l.person) p order by %2$s', v_where, app.order_sql(v_by, 'p.id', v_forth, v_by = 'p.created_at'))
    using list_people.usertype, app.containing(v_search), left(v_search, 100), v_digits, list_people.person_id, v_me.id, list_people.fleet_id,
      list_people.after_value, list_people.after_id, least(greatest(coalesce(list_people.page_size, 50), 1), 1000);
end $$;
comment on function public.list_people is
  'People for staff; all but admins, or one usertype (admin too), or one person; fleet admins their drivers. Filters: is_approved, is_suspended (approval taken away), fleet_id (its drivers). search looks in names and plates, outside demo mode in e-mail addresses, referral codes and, with three digits or more, numbers. sort: created or name, newest or last first, or ascending; the last row''s created_at (or first and last name with a space between) and id as after_value and after_id give the next page. Contacts are masked in demo mode. The access log notes who read how many. Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit).';
revoke execute on function public.list_people(text, text, uuid, boolean, boolean, uuid, text, boolean, text, uuid, integer) from public, anon;
grant execute on function public.list_people(text, text, uuid, boolean, boolean, uuid, text, boolean, text, uuid, integer) to authenticated;
