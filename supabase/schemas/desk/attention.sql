-- The attention list: bookings that the desk must look at.
-- Needs:  bookings, dispatch, positions, progress, no_show, cases, access log
-- Access: admins read the whole list, fleet admins what their fleet can resolve; a scheduled job broadcasts changes
-- Tests:  tests/db/attention.sql, tests/db/portal_counts.sql, tests/db/lists.sql

create index booking_finances_odd on public.booking_finances (booking_id desc) where flags && '{held_at_quote,long_way,below_quote,ended_elsewhere}';

-- Returns the latest time at which a car should reach the pickup. Until a driver accepts, this is ten minutes after the
-- creation of a booking for now, and trip_at of a later booking. After the acceptance it is the time of the acceptance, plus
-- the time for the driver's distance at 24 km/h, plus five minutes. At least ten minutes are added, and for a later booking the
-- result is never before trip_at.
create function app.due_from(book_later boolean, trip_at timestamptz, created_at timestamptz, accepted_at timestamptz, distance_km numeric) returns timestamptz
language sql stable as $$
  select greatest(case when book_later then trip_at end, case when accepted_at is not null then accepted_at
    + greatest(interval '10 minutes', interval '5 minutes' + interval '150 seconds' * coalesce(distance_km, 0)::double precision)
    when not book_later then created_at + interval '10 minutes' end)
$$;

create function app.due_at_pickup(booking public.bookings) returns timestamptz language sql stable security definer set search_path = '' as $$
  select app.due_from((booking).book_later, (booking).trip_at, (booking).created_at, (booking).accepted_at, (select o.distance_km
    from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = (booking).driver_id and o.status = 'accepted' order by o.created_at desc limit 1))
$$;
comment on function app.due_at_pickup is 'The latest time at which an accepted booking''s driver should reach the pickup.';

-- Emergencies (alarms) on the attention list. They are stored, because they do not follow from a booking's state as the other
-- entries do. raise_alarm adds a row; it is deleted when the alarm is over. Alarms are shown at the top of the list with their
-- positions. A page that has no text for a reason shows the reason itself.
create table app.alarms (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid references public.bookings (id) on delete cascade,
  reason text not null check (reason ~ '^[a-z][a-z_]{1,39}$'),
  person_id uuid references public.profiles (id) on delete cascade,
  lat double precision,
  lng double precision,
  since timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  constraint alarms_person unique (person_id, reason),
  constraint alarms_place check ((lat is null) = (lng is null) and (lat is null or app.is_place(lat, lng))),
  constraint alarms_about check (booking_id is not null or person_id is not null)
);
create unique index alarms_booking on app.alarms (booking_id, reason) where person_id is null;
create index alarms_booking_id on app.alarms (booking_id);
call app.describe('app.alarms', $$
  Alarms, shown at the top of the attention list. The function that raises an alarm adds the row; ending it deletes the row.
  reason: Kind of alarm, as in the column reason of attention_list, such as sos.
  booking_id: The booking of the alarm; null for a driver without a trip.
  person_id: The person who raised the alarm and should be called; null: the rider is called.
  lat: Latitude of the place where the alarm was raised; null if unknown: then the car's position is shown, or the pickup.
  updated_at: When the person last asked for help.
$$);
alter table app.alarms enable row level security;

create function app.attention() returns table (booking_id uuid, reason text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.id, 'no_driver', w.since
  from public.settings s cross join public.bookings b
  cross join lateral (select greatest(b.created_at, case when b.book_later then b.trip_at - make_interval(mins =>
    -- The search for a later booking that its driver returned shortly before the trip begins at once (app.queue_search).
    case when exists (select 1 from app.dispatch_queue q where q.booking_id = b.id
        and (q.first_at is not null or q.due_at < b.trip_at - make_interval(mins => s.lead_minutes)))
      then greatest(s.lead_minutes, s.reminder_minutes) else s.lead_minutes end) end) as since) w
  where s.id = 1 and b.status = 'NEW' and w.since <= app.now() and not app.has_open_offer(b.id)
    and (not s.auto_dispatch or b.dispatch_note is not null or w.since <= app.now() - interval '2 minutes')
  union all
  select b.id, 'late', d.due from public.bookings b cross join lateral (select app.due_at_pickup(b) as due) d
  where b.status in ('ACCEPTED', 'ARRIVED') and app.is_approaching(b) and d.due < app.now()
  union all
  select b.id, 'driver_silent', p.updated_at from public.bookings b join public.driver_positions p on p.driver_id = b.driver_id
  where b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') and b.engaged_at is not null
    and greatest(p.updated_at, b.engaged_at) < app.now() - interval '5 minutes'
  union all
  -- A driver who has confirmed is believed until the lead time.
  select b.id, 'claim_at_risk', c.since from app.claim_checks c
  join public.bookings b on b.id = c.booking_id and b.driver_id = c.driver_id and b.status = 'ACCEPTED' and b.trip_at = c.trip_at
  join public.settings s on s.id = 1
  where c.risk is not null and (c.kept_at is null or b.trip_at - make_interval(mins => s.lead_minutes) <= app.now())
  union all
  -- off_route has two conditions: the car has been off its route for three minutes, and it is half a kilometre farther from the
  -- next place than when it left the route. One of them is not enough, because drivers know shorter routes.
  select b.id, 'off_route', w.off_since from app.trip_watch w join public.bookings b on b.id = w.booking_id and b.driver_id = w.driver_id
  where w.off_since < app.now() - interval '3 minutes' and w.target_m > w.off_target_m + 500 and b.status = 'STARTED'
  union all
  select b.id, 'stuck', w.since from public.bookings b
  cross join lateral (select case b.status
    when 'ARRIVED' then case when b.there_at is not null then greatest(b.there_at, case when b.book_later then b.trip_at end) + interval '20 minutes' end
    -- A street trip has no expected duration, so it counts as stuck after two hours.
    when 'STARTED' then b.started_at + case b.source when 'street' then 7200 else greatest(2 * b.estimate_time, b.estimate_time + 1800) end * interval '1 second'
    when 'REACHED' then b.reached_at + interval '5 minutes' end as since) w
  where b.status in ('ARRIVED', 'STARTED', 'REACHED') and w.since < app.now()
  union all
  select b.id, 'code_locked', b.arrived_at from public.bookings b join app.start_codes c on c.booking_id = b.id
  where b.status in ('ARRIVED', 'STARTED') and b.otp_secure and c.is_locked
  union all
  select b.id, 'unpaid', b.reached_at from public.bookings b
  where b.status = 'PENDING' and b.reached_at < app.now() - interval '15 minutes'
  union all
  select f.booking_id, 'no_show_fee', coalesce(f.objected_at, f.created_at) from public.no_show_fees f
  where f.decided_at is null and (f.status = 'review' or f.objected_at is not null)
  union all
  select r.booking_id, 'cash_report', coalesce(r.objected_at, r.created_at) from public.cash_reports r
  where r.status = 'review' or r.status = 'counted' and r.objected_at is not null
  union all
  select x.booking_id, 'extra_waits', min(b.reached_at) from public.booking_extras x join public.bookings b on b.id = x.booking_id
  where x.waits > 0 and x.decided_at is null and b.status in ('PENDING', 'PAID', 'COMPLETE') group by x.booking_id
  union all
  -- Lists bookings of the last 72 hours with an unusual distance or fare, among the newest 200 that are flagged. Paid and
  -- completed bookings are included, because a rider often pays and rates at once, before the desk looks.
  select b.id, g.flag, b.reached_at
  from (select f.booking_id, f.flags from public.booking_finances f where f.flags && '{held_at_quote,long_way,below_quote,ended_elsewhere}'
    order by f.booking_id desc limit 200) h
  join public.bookings b on b.id = h.booking_id
  cross join unnest(h.flags) g (flag)
  where g.flag in ('held_at_quote', 'long_way', 'below_quote', 'ended_elsewhere')
    and b.status in ('PENDING', 'PAID', 'COMPLETE') and b.reached_at > app.now() - interval '72 hours'
  union all
  select k.booking_id, app.case_reason(k), k.created_at from public.cases k where k.closed_at is null
  union all
  select a.booking_id, a.reason, min(a.since) from app.alarms a where a.booking_id is not null group by a.booking_id, a.reason
$$;

-- What hurts first: somebody in danger or hurt, then a passenger who waits now, then one who will wait, then people who want an
-- answer, then money. A reason that is missing here comes after those where somebody waits.
create function app.attention_rank(reason text) returns integer language sql immutable parallel safe set search_path = '' as $$
  select coalesce(r.place, 12)::integer from (select 1) o left join unnest(array['sos', 'report_accident', 'no_driver', 'code_locked', 'late', 'claim_at_risk', 'driver_silent',
    'off_route', 'stuck', 'report_passenger', 'report_vehicle', '', 'driver_message', 'case_lost', 'case_question', 'report_found', 'report_something', 'unpaid', 'cash_report',
    'case_fare', 'report_fare', 'extra_waits', 'no_show_fee', 'approval_waits', 'code_overrides', 'staff_changed', 'file_replaced', 'ended_elsewhere', 'long_way', 'below_quote', 'held_at_quote'])
    with ordinality r (reason, place) on r.reason = attention_rank.reason
$$;
comment on function app.attention_rank is 'The place of a reason on the attention list: 1 hurts first.';

-- The desk is several people: whoever looks at a booking says so, so that nobody does the same, and what can wait is put off. A mark
-- is about the reasons that the booking has now; another one shows it again. Alarms have no marks: they are answered.
create table app.attention_marks (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  reason text not null,
  person_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default app.now(),
  until timestamptz,
  primary key (booking_id, reason)
);
call app.describe('app.attention_marks', $$
  Who looks at a booking on the attention list, or until when it was put off. Deleted when the reason is over.
  until: Until when the reason was put off; null: the person looks at it.
$$);
create index attention_marks_person_id on app.attention_marks (person_id);
alter table app.attention_marks enable row level security;

create function public.mark_attention(booking_id uuid, minutes integer default null) returns void language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.require_permission('bookings');
begin
  if mark_attention.minutes not between 0 and 1440 then perform app.refuse('list_invalid', 422, 'minutes is 0 to 1440, or null'); end if;
  perform app.lock_booking(mark_attention.booking_id);
  delete from app.attention_marks m where m.booking_id = mark_attention.booking_id;
  if mark_attention.minutes is distinct from 0 then
    insert into app.attention_marks (booking_id, reason, person_id, until)
    select distinct a.booking_id, a.reason, v_me.id, app.now() + make_interval(mins => mark_attention.minutes) from app.attention() a
    where a.booking_id = mark_attention.booking_id and not exists (select from app.alarms x where x.booking_id = a.booking_id and x.reason = a.reason);
  end if;
  perform app.audit('mark_attention', 'bookings', mark_attention.booking_id::text, null, jsonb_build_object('minutes', mark_attention.minutes));
  perform app.broadcast('admin', 'attention');
end $$;
comment on function public.mark_attention is 'Tells the desk that the caller looks at a booking on the attention list (minutes null), puts it off for 1 to 1440 minutes, or takes this back (0). It is about the reasons that the booking has now, except alarms. Errors: must_login, not_allowed, booking_not_found, list_invalid.';
grant execute on function public.mark_attention(uuid, integer) to authenticated;

-- Returns the person whom the desk should call. If a person raised an alarm, it is that person. If the reason concerns the
-- driving or is the driver's own report, it is the driver. Otherwise it is the guest or rider.
create function app.person_to_call(booking public.bookings, reason text, person_id uuid) returns table (name text, number text, is_driver boolean)
language sql stable set search_path = '' as $$
  select case when w.is_driver then (booking).driver_name when w.is_other then btrim(p.first_name || ' ' || p.last_name)
      else coalesce((booking).guest_name, (booking).customer_name) end,
    nullif(case when w.is_driver then coalesce(c.driver_contact, p.mobile) when w.is_other then p.mobile else coalesce(c.guest_phone, c.customer_contact) end, ''), w.is_driver
  from (select coalesce(person_to_call.person_id = (booking).driver_id, (person_to_call.reason in ('late', 'driver_silent', 'claim_at_risk', 'off_route', 'stuck', 'code_locked')
        or person_to_call.reason like 'report\_%')
      and (booking).driver_id is not null) as is_driver,
    coalesce(person_to_call.person_id <> (booking).customer_id, person_to_call.person_id is not null) as is_other) w
  left join public.booking_contacts c on c.booking_id = (booking).id
  left join public.profiles p on p.id = person_to_call.person_id
$$;

create type public.attention_row as (
  booking_id uuid, reference text, reason text, since timestamptz, status public.booking_status, category text,
  customer_name text, driver_id uuid, driver_name text, pickup_address text, drop_address text, trip_at timestamptz,
  payable_amount numeric, dispatch_note text, is_alarm boolean, lat double precision, lng double precision,
  contact_name text, contact text, alarm_id uuid, by_driver boolean, rank integer, taken_by text, put_off_until timestamptz
);
comment on type public.attention_row is 'A row of attention_list: a booking with one reason for which the desk must look at it, an alarm, a driver with an unanswered message, a new admin, a person whose file was replaced, or a person about whom a request waits for approval. rank: 1 hurts first. taken_by: who looks at it; put_off_until: until when it was put off (mark_attention).';

create function public.attention_list() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_is_demo boolean := app.is_demo();
  v_count bigint;
  v_rows json;
  v_ids uuid[];
begin
  with f as (
    select a.booking_id, a.reason, a.since, null::app.alarms as r from app.attention() a
    where not exists (select from app.alarms x where x.booking_id = a.booking_id and x.reason = a.reason)
    union all select x.booking_id, x.reason, x.since, x from app.alarms x),
  l as materialized (select b, f.reason, f.since, f.r, (f.r).id is not null as is_alarm,
      coalesce((f.r).lat, p.lat, b.pickup_lat) as lat, coalesce((f.r).lng, p.lng, b.pickup_lng) as lng
    from f left join public.bookings b on b.id = f.booking_id
    -- The car's last position: for a trip under way, or for a driver who raised an alarm without a booking.
    left join public.driver_positions p on p.driver_id = case when b.id is null then (f.r).person_id
      when b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') then b.driver_id end
    where v_fleet is null or app.fleet_concerned(b, f.reason) = v_fleet
    order by (f.r).id is null, app.attention_rank(f.reason), f.since, b.id, f.reason limit 500),
  listed (booking_id, reference, reason, since, status, category, customer_name, driver_id, driver_name, pickup_address, drop_address, trip_at, payable_amount,
    dispatch_note, is_alarm, lat, lng, contact_name, contact, alarm_id, by_driver, rank, taken_by, put_off_until) as (
    select (l.b).id, (l.b).reference, l.reason, l.since, (l.b).status, (l.b).category, (l.b).customer_name, coalesce((l.b).driver_id, case when (l.b).id is null then (l.r).person_id end), (l.b).driver_name,
      (l.b).pickup_address, (l.b).drop_address, (l.b).trip_at, (l.b).payable_amount, (l.b).dispatch_note, l.is_alarm, l.lat, l.lng, w.name,
      case when v_fleet is not null and not w.is_driver then null when v_is_demo then app.masked_number(w.number) else w.number end,
      (l.r).id, coalesce((l.r).person_id is distinct from (l.b).customer_id and (l.r).person_id is not null, false), app.attention_rank(l.reason),
      case when m.until is null and o.id is not null then app.staff_name(o) end, m.until
    from l cross join lateral app.person_to_call(l.b, l.reason, (l.r).person_id) w
    left join app.attention_marks m on m.booking_id = (l.b).id and m.reason = l.reason and (l.r).id is null and (m.until is null or m.until > app.now())
    left join public.profiles o on o.id = m.person_id
    union all
    select null::uuid, null, 'driver_message', min(m.created_at), null::public.booking_status, null, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, null, null, null, null, false,
      null, null, btrim(p.first_name || ' ' || p.last_name), case when v_is_demo then app.masked_number(p.mobile) else p.mobile end, null, true, app.attention_rank('driver_message'), null, null
    from public.desk_messages m join public.profiles p on p.id = m.driver_id
    where v_fleet is null and m.answered_at is null and not m.is_from_desk group by p.id
    union all
    -- New admins, for the owners who may confirm them: a notice or a mail is easily missed, and a stranger has to be noticed.
    select null::uuid, null, 'staff_changed', c.at, null::public.booking_status, null, null, p.id, app.staff_name(p), null, null, null, null, null, false,
      null, null, app.staff_name(p), null, null, false, app.attention_rank('staff_changed'), null, null
    from app.staff_changes c join public.profiles p on p.id = c.person_id
    where v_fleet is null and c.confirmed_by is null and app.settles_at(c) > app.now() and p.usertype = 'admin' and p.approved and p.deleted_at is null
      and app.may_confirm_staff(v_me, p.id)
    union all
    -- Evidence that was swapped is looked at by a person: the driver of the folder, else who attached the file.
    select null::uuid, null, 'file_replaced', c.due_at, null::public.booking_status, null, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, null, null, null, null, false,
      null, null, btrim(p.first_name || ' ' || p.last_name), null, null, p.usertype = 'driver', app.attention_rank('file_replaced'), null, null
    from (select w.person_id, min(f.due_at) as due_at from app.file_checks f
      cross join lateral (select case when f.bucket in ('users', 'shifts') then split_part(f.path, '/', 1)::uuid else f.person_id end as person_id) w
      where f.reason = 'replaced' and f.due_at > app.now() - interval '72 hours' group by w.person_id) c
    join public.profiles p on p.id = c.person_id
    where v_fleet is null
    union all
    select null::uuid, null, 'code_overrides', c.since, null::public.booking_status, null, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, null, null, null, null, false,
      null, null, btrim(p.first_name || ' ' || p.last_name), null, null, p.usertype = 'driver', app.attention_rank('code_overrides'), null, null
    from app.frequent_overrides() c join public.profiles p on p.id = c.person_id
    where v_fleet is null
    union all
    -- Requests that the caller may decide: otherwise they wait until somebody happens to look.
    select null::uuid, null, 'approval_waits', a.requested_at, null::public.booking_status, a.kind, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, null, null, null, null, false,
      null, null, btrim(p.first_name || ' ' || p.last_name), null, null, p.usertype = 'driver', app.attention_rank('approval_waits'), null, null
    from (select w.user_id, w.kind, min(w.requested_at) as requested_at from public.approvals w where v_fleet is null and w.status = 'pending' and app.decides(v_me, w)
      group by w.user_id, w.kind) a
    join public.profiles p on p.id = a.user_id)
  -- Each booking's reasons stand together, where its worst one belongs; what somebody looks at or what was put off comes after the
  -- rest.
  select json_agg(s.line order by s.is_alarm desc, s.is_marked, s.worst, s.first, s.booking_id, s.rank, s.since, s.reason),
    array_agg(distinct s.booking_id) filter (where s.booking_id is not null), (select count(*) from l) into v_rows, v_ids, v_count
  from (select to_json(r) as line, r.booking_id, r.rank, r.since, r.reason, bool_or(r.is_alarm) over w as is_alarm, min(r.rank) over w as worst, min(r.since) over w as first,
      bool_and(r.taken_by is not null or r.put_off_until is not null) over w as is_marked
    from listed r window w as (partition by coalesce(r.booking_id, r.alarm_id, r.driver_id), case when r.booking_id is null then r.reason end)) s;
  -- Reading the list is logged, but does not count towards the read limit, because the desk must always see its list.
  if v_count > 0 then
    perform app.log_list('addresses', null, v_count);
    perform app.note_seen(v_ids);
  end if;
  return app.page(v_rows);
end $$;
comment on function public.attention_list is 'Bookings that the desk must look at. Alarms first (is_alarm: sos and other reasons in app.alarms, each with alarm_id for close_alarm, by_driver if the driver raised it, and without booking_id for a driver without a trip), then what hurts first (rank) and has waited longest, the reasons of a booking together, one row per reason, after them what a colleague looks at or put off (mark_attention), with the position (the car under way, otherwise the pickup) and the person to call. Reasons: no_driver, late (not at the pickup in time), driver_silent (no position for 5 minutes), claim_at_risk (the driver of a later booking is off duty, silent, reckoned late or has no car or papers for it, and has not confirmed), off_route (for 3 minutes and moving away), stuck (waits 20 minutes, drives twice as long as quoted, or does not end), code_locked, unpaid (15 minutes after the end), case_lost, case_fare and case_question (a rider''s open case), report_passenger, report_accident, report_vehicle, report_fare, report_found and report_something (a driver''s open case), driver_message (an unanswered message of a driver, with driver_id and without booking_id), staff_changed (an admin who is new, has more permissions or was admitted again, with driver_id as the admin''s id and without booking_id; only for owners who may confirm_staff), approval_waits (a request that the caller may decide, with its kind as category, driver_id as the id of the person it is about and without booking_id), file_replaced (within 72 hours: a picture of a shift, a paper, a logo or a picture of a car type was replaced after it was attached, and removed; with driver_id as the person''s id and without booking_id), code_overrides (within 72 hours: a driver or an admin had more than three rides or parcels without the start code in 24 hours; with driver_id as the person''s id and without booking_id), no_show_fee (waits for decide_no_show_fee: no trail at the pickup, or the rider objects), cash_report (waits for decide_cash: the driver reported another amount than the fare, or the rider objects), extra_waits (waits for decide_extra: a toll above what counts at once), held_at_quote, long_way, below_quote and ended_elsewhere (within 72 hours: the fare was held at the quote; the meter was paid for a longer distance than quoted; the meter counted far less than quoted, for example because the trail is lost; an upfront ride was measured because it did not end at its drop). For admins; fleet admins see what their fleet can resolve, and only their drivers'' numbers. In a demo numbers are masked. The access log records who read how many. @returns page of attention_row. Errors: must_login, not_allowed.';
grant execute on function public.attention_list() to authenticated;

-- Broadcasting the attention list -----------------------------------------------------------------------------------

-- A copy of the attention list as it was last broadcast. The list also changes as time passes, so row triggers cannot detect
-- all changes; instead a job compares the list with this copy every few seconds. Counts and lists for staff read the copy,
-- because computing the list reads every trip under way.
create table app.attention_sent (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  reason text not null,
  fleet_id uuid,
  primary key (booking_id, reason)
);
call app.describe('app.attention_sent', $$
  The attention list as it was last broadcast.
  fleet_id: The fleet that also got the broadcast. Stored, because a booking returned to dispatch has no fleet, but its former fleet must get the next broadcast, too. Null: only the office can resolve it.
$$);
alter table app.attention_sent enable row level security;

-- Returns the fleet that can resolve a reason on the attention list, or null. A fleet or its driver can resolve the reasons
-- late, driver_silent, claim_at_risk, off_route, stuck and code_locked (returning the booking gives the next driver new tries). They can also
-- resolve unpaid, because the driver confirms cash, but not for a payment by card, which depends on the rider. Only the office
-- decides about no-show fees and unusual fares. A booking without a driver has no fleet.
create function app.fleet_concerned(booking public.bookings, reason text) returns uuid language sql immutable set search_path = '' as $$
  select case when fleet_concerned.reason in ('late', 'driver_silent', 'claim_at_risk', 'off_route', 'stuck', 'code_locked')
    or (fleet_concerned.reason = 'unpaid' and (booking).payment_mode <> 'card') then (booking).fleet_id end
$$;
comment on function app.fleet_concerned is 'The fleet that can resolve this reason for a booking; null if only the office can.';

-- Broadcasts an alarm at once, without waiting for the next comparison of the list.
create function app.tg_alarms__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_person uuid := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  if tg_op <> 'DELETE' then
    insert into app.attention_sent (booking_id, reason, fleet_id)
    select b.id, new.reason, app.fleet_concerned(b, new.reason) from public.bookings b where b.id = new.booking_id
    on conflict on constraint attention_sent_pkey do nothing;
  else
    delete from app.attention_sent t where t.booking_id = old.booking_id and t.reason = old.reason
      and not exists (select from app.alarms a where a.booking_id = old.booking_id and a.reason = old.reason);
  end if;
  perform app.broadcast('admin', 'attention');
  -- Makes all devices of the person who raised the alarm show whether it is open or closed.
  if v_person is not null then perform app.broadcast('user:' || v_person, 'alarm'); end if;
  return null;
end $$;
create trigger alarms__broadcast after insert or update or delete on app.alarms for each row execute function app.tg_alarms__broadcast();

create function app.watch_attention() returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_changed boolean;
  v_fleets uuid[];
begin
  if not pg_try_advisory_xact_lock(4841580) then return false; end if;
  with seen as materialized (select distinct a.booking_id, a.reason, app.fleet_concerned(b, a.reason) as fleet_id
    from app.attention() a join public.bookings b on b.id = a.booking_id),
  changed as materialized (select booking_id, reason, t.fleet_id as old_fleet, s.fleet_id as new_fleet, s.booking_id is null as is_over
    from app.attention_sent t full join seen s using (booking_id, reason)
    where t.booking_id is null or s.booking_id is null or t.fleet_id is distinct from s.fleet_id),
  gone as (delete from app.attention_sent t using changed c where c.is_over and t.booking_id = c.booking_id and t.reason = c.reason),
  unmarked as (delete from app.attention_marks m using changed c where c.is_over and m.booking_id = c.booking_id and m.reason = c.reason),
  come as (insert into app.attention_sent (booking_id, reason, fleet_id) select c.booking_id, c.reason, c.new_fleet from changed c where not c.is_over
    on conflict on constraint attention_sent_pkey do update set fleet_id = excluded.fleet_id)
  select count(*) > 0, array_agg(distinct f.id) filter (where f.id is not null) into v_changed, v_fleets
  from changed c cross join unnest(array[c.old_fleet, c.new_fleet]) f (id);
  if v_changed then
    perform app.broadcast('admin', 'attention');
    perform app.broadcast('fleet:' || f.id, 'attention') from unnest(v_fleets) f (id);
  end if;
  return v_changed;
end $$;
comment on function app.watch_attention is 'Broadcasts to admins and to the fleets concerned if the attention list differs from the last broadcast. Safe to call at any time, any number of times.';
