-- Lists of people for staff, with contacts masked while demo mode is on.
-- Access: admins read all people, fleet admins only their own drivers
-- Tests:  tests/db/people.sql, tests/db/demo_mode.sql, tests/db/read_limit.sql, tests/db/list_plans.test.ts

-- The query contains only the conditions of the given filters, as in list_bookings. The values of the filters are
-- parameters. @plpgsql_check_options: security_warnings = off
create function public.list_people(usertype text default null, search text default null, person_id uuid default null,
  is_approved boolean default null,
  is_suspended boolean default null, fleet_id uuid default null, car_type_id uuid default null,
    is_active boolean default null, has_papers_waiting boolean default null,
  sort text default 'created', ascending boolean default false, after_value text default null,
    after_id uuid default null, page_size integer default 50, never_came boolean default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_search text := nullif(btrim(list_people.search), '');
  v_words text[] := coalesce((string_to_array(btrim(regexp_replace(app.folded(left(v_search, 100)), '[[:space:]]+',
    ' ', 'g')), ' '))[1:6], array[]::text[]);
  v_digits text := ltrim(regexp_replace(replace(app.folded(left(v_search, 100)), '(0)', ''), '[^0-9]', '', 'g'), '0');
  v_name text := 'lower(p.first_name || '' '' || p.last_name)';
  v_by text := case coalesce(list_people.sort, 'created') when 'created' then 'p.created_at'
    when 'name' then v_name end;
  v_ascending boolean := coalesce(list_people.ascending, false);
  v_open boolean := not app.is_demo();
  v_size constant integer := least(greatest(coalesce(list_people.page_size, 50), 1), 1000);
  v_found text;
  v_where text;
  v_rows json;
  v_ids uuid[];
  v_next json;
  v_refusal jsonb := app.read_refusal('people', list_people.person_id);
begin
  if v_refusal is not null then return v_refusal; end if;
  if v_by is null then perform app.refuse_sort('sort is created or name'); end if;
  -- In a demo the search ignores contacts, because it would reveal the contacts that the demo masks. An unverified
  -- number does not match if another person verified the same number.
  v_found := concat_ws(' or ',
    (select format('(%s)', string_agg(format('app.folded(p.first_name || '' '' || p.last_name) like ($2)[%s]', n),
      ' and ')) from generate_series(1, cardinality(v_words)) n having count(*) > 0),
    case when app.compact(left(v_search, 100))
      <> '' then
      'p.id = any (array(select d.id from public.drivers d where app.compact(d.vehicle_number) like $13 limit 1000))' end,
    case when v_open then 'lower(p.email) like $14 or p.referral_id = upper($3)' end,
    case when v_open and length(v_digits) >= 3 then $q$regexp_replace(p.mobile, '[^0-9]', '', 'g') like '%' || $4 || '%'
      and (p.mobile_verified or not exists (select 1 from public.profiles o where o.mobile_verified
        and o.mobile = p.mobile))$q$ end);
  v_where := concat_ws(' and ', 'p.deleted_at is null',
    case when list_people.usertype is not null then 'p.usertype = $1'
      when list_people.person_id is null then 'p.usertype <> ''admin''' end,
    case when list_people.person_id is not null then 'p.id = $5' end,
    case when v_me.usertype <> 'admin' then 'p.id in (select d.id from public.drivers d where d.fleet_id = $6)' end,
    case
      when list_people.fleet_id is not null then
      'p.id in (select d.id from public.drivers d where d.fleet_id = $7)' end,
    case
      when list_people.car_type_id is not null then
      'p.id in (select d.id from public.drivers d where d.car_type_id = $11)' end,
    case
      when list_people.is_active is not null then
      'p.id in (select d.id from public.drivers d where d.driver_active_status = $12)' end,
    case
      when list_people.has_papers_waiting is not null then
      format('%s (select from public.driver_documents w where w.driver_id = p.id and w.status = ''pending'')',
      case when list_people.has_papers_waiting then 'exists' else 'not exists' end) end,
    case when list_people.never_came then
      'p.created_by is not null and exists (select from auth.users u where u.id = p.id and u.last_sign_in_at is null)'
      when not list_people.never_came then
      'exists (select from auth.users u where u.id = p.id and u.last_sign_in_at is not null)' end,
    case when list_people.is_approved then 'p.approved' when not list_people.is_approved then 'not p.approved' end,
    case when list_people.is_suspended then 'not p.approved and p.suspended_at is not null'
      when not list_people.is_suspended then 'p.suspended_at is null' end,
    case when v_search is not null then '(' || coalesce(nullif(v_found, ''), 'false') || ')' end,
    case when list_people.after_value is not null then
      app.after_sql(v_by, 'p.id', v_ascending, v_by = 'p.created_at',
        case when list_people.sort = 'name' then 'lower($8)' else '$8::timestamptz' end, '$9') end);
  execute format('select json_agg(r), array_agg(r.id),
        case when count(*) = $10 then json_build_object(''after_id'', (array_agg(r.id))[$10], ''after_value'', (array_agg(%3$s))[$10]) end
      from (select p.*, app.driver_facts(p) as driver_facts from (select p as person from public.profiles p where %1$s order by %2$s limit $10) l
        cross join lateral app.masked_person(l.person) p order by %2$s) r',
      v_where, app.order_sql(v_by, 'p.id', v_ascending, v_by = 'p.created_at'),
      case v_by when 'p.created_at' then 'r.created_at' else 'r.first_name || '' '' || r.last_name' end)
    into v_rows, v_ids, v_next
    using list_people.usertype, array(select app.containing(w) from unnest(v_words) w), left(v_search, 100), v_digits,
      list_people.person_id, v_me.id, list_people.fleet_id,
      list_people.after_value, list_people.after_id, v_size, list_people.car_type_id, list_people.is_active,
      app.containing(app.compact(left(v_search, 100))), app.containing(v_search);
  return coalesce(app.count_shown_rows('people', list_people.person_id, v_ids)::json, app.page(v_rows, v_next));
end $$;
comment on function public.list_people is
  'Lists people for staff: everyone except admins, or one usertype (also admin), or one person; fleet admins see '
  'their drivers. Filters: is_approved, is_suspended (approval taken away), fleet_id (its drivers), car_type_id and '
  'is_active (drivers with it; on duty or not), has_papers_waiting (documents without a decision), never_came (added '
  'by staff, and never signed in). search matches names (all words, whatever their case and accents) and plates; '
  'outside demo mode also e-mail addresses, referral codes and, from three digits on, numbers in any spelling. sort: '
  'created (newest first) or name (last first), or ascending. Contacts are masked in demo mode. Each person has '
  'driver_facts: null if the person does not drive, otherwise {car_type_id, car_type, vehicle_make, vehicle_model, '
  'vehicle_color, vehicle_number, other_info, fleet_id, seats (null: as its car type, type_seats), luggage, '
  'child_seats, wheelchair, fleet, is_active, is_busy, seen_at, papers, papers_until}; papers is missing, pending '
  '(needs a decision), expired, rejected, expiring (within 14 days) or verified. The access log records who read how '
  'many. @returns page of profiles. '
  'Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit).';
grant execute on function public.list_people(text, text, uuid, boolean, boolean, uuid, uuid, boolean, boolean, text,
  boolean, text, uuid, integer, boolean) to authenticated;
