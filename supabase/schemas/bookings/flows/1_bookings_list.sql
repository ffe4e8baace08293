-- Lists of bookings for staff, and whether a driver is busy.
-- Access: admins read all bookings, fleet admins the bookings of their fleet; the driver, the driver's fleet admin and
--         admins read whether a driver is busy (`queue`)
-- Tests:  tests/db/lists.sql, tests/db/list_plans.test.ts, tests/db/people.sql, tests/db/demo_mode.sql,
--         tests/db/read_limit.sql

-- Builds the query only from the conditions of the given filters, so that the planner gets a short query and chooses
-- the matching index. With a condition "or filter is null" for each filter, planning took longer than reading. Values
-- are parameters, never part of the query's text.
create function public.list_bookings(booking_id uuid default null, status text default null,
  statuses text[] default null, customer_id uuid default null,
  driver_id uuid default null, fleet_id uuid default null, car_type_id uuid default null,
    payment_mode text default null, is_paid boolean default null,
  is_unserved boolean default null, needs_attention boolean default null, cancelled_by text default null,
    milestone text default null, zone_id uuid default null, reference text default null, search text default null,
    from_at timestamptz default null, to_at timestamptz default null,
  trip_from timestamptz default null, trip_to timestamptz default null, earned_from date default null,
    earned_to date default null,
  sort text default 'created', ascending boolean default false, after_value text default null,
    after_id uuid default null, page_size integer default 50,
  columns text[] default null, is_later boolean default null)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_reference text := left(nullif(upper(btrim(list_bookings.reference)), ''), 7);
  v_search text := nullif(btrim(list_bookings.search), '');
  v_whole tsquery;
  v_narrow tsquery;
  v_found uuid[];
  v_by text := case coalesce(list_bookings.sort, 'created') when 'created' then 'b.created_at'
    when 'trip' then 'b.trip_at'
    when 'reference' then 'b.reference' when 'payable' then 'b.total_amount' when 'risk' then
      'coalesce(r.late_secs, -2147483648)' end;
  v_is_risk constant boolean := list_bookings.sort = 'risk';
  v_type text := case v_by when 'b.reference' then 'text' when 'b.total_amount' then 'numeric' else 'timestamptz' end;
  v_ascending boolean := coalesce(list_bookings.ascending, false);
  v_size constant integer := least(greatest(coalesce(list_bookings.page_size, 50), 1), 1000);
  v_area extensions.geometry := (select z.area from public.zones z where z.id = list_bookings.zone_id);
  v_where text;
  v_query text;
  v_rows json;
  v_ids uuid[];
  v_next json;
  v_refusal jsonb := app.read_refusal(app.list_kind(list_bookings.columns), list_bookings.booking_id);
begin
  if v_refusal is not null then return v_refusal; end if;
  if v_by is null then perform app.refuse_sort('sort is created, trip, reference, payable or risk'); end if;
  if list_bookings.milestone not in ('accepted', 'arrived') then
    perform app.refuse_sort('milestone is accepted or arrived');
  end if;
  -- In a demo and for fleet admins the search ignores numbers and notes: these callers cannot see them, and a search
  -- would reveal them.
  if v_search is not null then
    select q.whole, q.narrow into v_whole, v_narrow
      from app.booking_query(v_search, v_fleet is null and not app.is_demo(), v_fleet) q;
    v_found := app.find_booking_ids(v_whole, v_narrow);
  end if;
  select app.list_conditions(jsonb_strip_nulls(to_jsonb(f))) into v_where
    from (select v_fleet as own_fleet, list_bookings.fleet_id, list_bookings.booking_id,
    list_bookings.status, list_bookings.statuses, list_bookings.customer_id, list_bookings.driver_id,
      list_bookings.car_type_id, list_bookings.payment_mode,
    list_bookings.is_paid, list_bookings.is_unserved, list_bookings.is_later, list_bookings.needs_attention,
      list_bookings.cancelled_by,
    list_bookings.milestone, list_bookings.zone_id, v_reference as reference, list_bookings.from_at,
      list_bookings.to_at, list_bookings.trip_from,
    list_bookings.trip_to, list_bookings.earned_from, list_bookings.earned_to, v_by = 'b.created_at'
      and not v_ascending as is_newest) f;
  v_where := concat_ws(' and ', v_where,
    case when v_search is null then null when v_whole is null then 'false'
      when v_found is not null then 'b.id = any ($22)'
      else '(select w.words @@ $23 from app.booking_words w where w.booking_id = b.id)' end,
    -- In a list sorted by risk the next page starts after the current lateness of the previous page's last row, because
    -- the lateness may have changed since that page was read.
    case when v_is_risk then case when list_bookings.after_id is not null then
        app.after_sql(v_by, 'b.id', v_ascending, false,
          '(select coalesce(l.late_secs, -2147483648) from r l where l.booking_id = $19)', '$19') end
      when list_bookings.after_value is not null then
        app.after_sql(v_by, 'b.id', v_ascending, v_by = 'b.created_at', '$18::' || v_type, '$19') end);
  -- @plpgsql_check_options: security_warnings = off
  v_query :=
    format(case
    when v_is_risk then
    'with r as materialized (select l.* from app.lateness() l) select %s from r join public.bookings b on b.id = r.booking_id'
    else 'select %s from public.bookings b' end || ' where %s order by %s limit $20',
      app.list_columns(list_bookings.columns, v_fleet), v_where,
    app.order_sql(v_by, 'b.id', v_ascending, v_by = 'b.created_at'));
  execute format('select json_agg(l), array_agg(l.id),
      case when count(*) = $20 then json_build_object(''after_id'', (array_agg(l.id))[$20], ''after_value'', %s) end from (%s) l',
      case when v_is_risk then '''''' else format('(array_agg(l%s))[$20]', substr(v_by, 2)) end,
        v_query) into v_rows, v_ids, v_next
    using v_fleet, list_bookings.fleet_id, list_bookings.booking_id, list_bookings.status, list_bookings.statuses,
      list_bookings.customer_id,
      list_bookings.driver_id, list_bookings.car_type_id, list_bookings.payment_mode, v_area, v_reference,
        list_bookings.from_at, list_bookings.to_at,
      list_bookings.trip_from, list_bookings.trip_to, list_bookings.earned_from, list_bookings.earned_to,
        list_bookings.after_value,
      list_bookings.after_id, v_size, list_bookings.cancelled_by, v_found, v_whole;
  return coalesce(app.count_shown_rows(app.list_kind(list_bookings.columns), list_bookings.booking_id, v_ids)::json,
    app.page(v_rows, v_next));
end $$;
comment on function public.list_bookings is
  'Lists bookings for staff; for fleet admins those of their fleet. Filters: one or several statuses, people, car '
  'type, payment_mode, is_paid (false: not paid and not cancelled), is_unserved (no driver was found), is_later '
  '(waits for its time; false: all others, and those within two hours), needs_attention (on the attention list as '
  'last broadcast; for fleet admins only items that their fleet can resolve), cancelled_by (rider, driver, admin, '
  'system), milestone (accepted: a driver accepted it; arrived: a Book Now ride whose driver reached the pickup), '
  'zone_id (pickup or drop inside), the beginning of the reference, search (all words, each by its beginning and '
  'whatever its case and accents, in the reference, the names of rider, guest and driver, the plate, the addresses of '
  'pickup, drop and stops and the reason of a cancellation; for admins outside demo mode also in the recipient''s '
  'name and the notes for the driver, and numbers of rider, driver, guest and recipient in any spelling or by their '
  'last four digits or more, and e-mail addresses), time of creation (from_at until before to_at) and requested time '
  '(trip_from until before trip_to), the days in settings.time_zone of their earnings entries (earned_from to '
  'earned_to, both included; with driver_id only entries of that driver). sort: created, trip, reference or payable '
  '(total_amount: what the booking costs its rider), newest or highest first unless ascending; or risk: bookings '
  'under way by their car''s expected lateness at the pickup (app.lateness), arrived cars last. columns: the columns '
  'of bookings to return (some that sort are always returned), and attention (the reasons for which the booking is on '
  'the attention list) booking_finances {convenience_fees, driver_share} (absent for admins without the permission '
  'reports), and only if it is named contacts {customer_contact, guest_phone, delivery_person, delivery_person_phone, '
  'pick_up_instructions, delivery_instructions, driver_contact, received_by} (for admins with the permission people, '
  'not in a demo; recorded as contacts); null returns all others. The access log records who read how many. @returns '
  'page of bookings. '
  'Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit).';
grant execute on function public.list_bookings(uuid, text, text[], uuid, uuid, uuid, uuid, text, boolean, boolean,
  boolean, text, text, uuid, text, text, timestamptz, timestamptz,
  timestamptz, timestamptz, date, date, text, boolean, text, uuid, integer, text[], boolean) to authenticated;
