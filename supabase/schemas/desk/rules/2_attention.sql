-- The attention list: bookings that the desk must look at.

create function app.max_attention_mark() returns interval
language sql immutable parallel safe set search_path = '' as $$ select interval '8 hours' $$;
comment on function app.max_attention_mark is 'How long somebody looks at a matter of the attention list: a shift.';

-- Returns the latest time at which a car should reach the pickup. Until a driver accepts, this is ten minutes after the
-- creation of a booking for now, and trip_at of a later booking. After the acceptance it is the time of the acceptance,
-- plus the time for the driver's distance at 24 km/h, plus five minutes. At least ten minutes are added, and for a
-- later booking the result is never before trip_at.
create function app.pickup_deadline(book_later boolean, trip_at timestamptz, created_at timestamptz,
  accepted_at timestamptz,
  distance_km numeric) returns timestamptz
language sql stable as $$
  select greatest(case when book_later then trip_at end, case when accepted_at is not null then accepted_at
    + greatest(interval '10 minutes', interval '5 minutes' + interval '150 seconds' * coalesce(distance_km,
      0)::double precision)
    when not book_later then created_at + interval '10 minutes' end)
$$;

create function app.due_at_pickup(booking public.bookings) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select app.pickup_deadline((booking).book_later, (booking).trip_at, (booking).created_at, (booking).accepted_at,
    (select o.distance_km
    from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = (booking).driver_id
      and o.status = 'accepted' order by o.created_at desc limit 1))
$$;
comment on function app.due_at_pickup is
  'The latest time at which an accepted booking''s driver should reach the pickup.';

create function app.attention_under_way() returns table (booking_id uuid, reason text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.id, 'no_driver', w.since
  from public.settings s cross join public.bookings b
  cross join lateral (select greatest(b.created_at, case when b.book_later then b.trip_at - make_interval(mins =>
    -- The search for a later booking that its driver returned shortly before the trip begins at once
    -- (app.queue_search).
    case when exists (select 1 from app.dispatch_queue q where q.booking_id = b.id
        and (q.first_at is not null or q.due_at < b.trip_at - make_interval(mins => s.lead_minutes)))
      then greatest(s.lead_minutes, s.reminder_minutes) else s.lead_minutes end) end) as since) w
  where s.id = 1 and b.status = 'NEW' and w.since <= app.now() and not app.has_open_offer(b.id)
    and (not s.auto_dispatch or b.dispatch_note is not null or w.since <= app.now() - interval '2 minutes')
  union all
  select b.id, 'late', d.due from public.bookings b cross join lateral (select app.due_at_pickup(b) as due) d
  where app.is_awaiting_pickup(b.status) and app.is_approaching(b) and d.due < app.now()
  union all
  select b.id, 'driver_silent', p.updated_at from public.bookings b
    join public.driver_positions p on p.driver_id = b.driver_id
  where app.is_on_the_road(b.status) and b.engaged_at is not null
    and greatest(p.updated_at, b.engaged_at) < app.now() - interval '5 minutes'
  union all
  -- A driver who has confirmed is believed until the lead time.
  select b.id, 'claim_at_risk', c.since from app.claim_checks c
  join public.bookings b on b.id = c.booking_id and b.driver_id = c.driver_id and b.status = 'ACCEPTED'
    and b.trip_at = c.trip_at
  join public.settings s on s.id = 1
  where c.risk is not null and (c.kept_at is null or b.trip_at - make_interval(mins => s.lead_minutes) <= app.now())
  union all
  -- off_route has two conditions: the car has been off its route for three minutes, and it is half a kilometre farther
  -- from the next place than when it left the route. One of them is not enough, because drivers know shorter routes.
  select b.id, 'off_route', w.off_since from app.trip_watch w join public.bookings b on b.id = w.booking_id
    and b.driver_id = w.driver_id
  where w.off_since < app.now() - interval '3 minutes' and w.target_m > w.off_target_m + 500 and b.status = 'STARTED'
  union all
  select b.id, 'stuck', w.since from public.bookings b
  cross join lateral (select case b.status
    when 'ARRIVED' then case when b.arrival_confirmed_at is not null then greatest(b.arrival_confirmed_at,
      case when b.book_later then b.trip_at end) + interval '20 minutes' end
    -- A street trip has no expected duration, so it counts as stuck after two hours.
    when 'STARTED' then b.started_at + case b.source when 'street' then 7200
      else greatest(2 * b.estimate_time, b.estimate_time + 1800) end * interval '1 second'
    when 'REACHED' then b.reached_at + interval '5 minutes' end as since) w
  where b.status in ('ARRIVED', 'STARTED', 'REACHED') and w.since < app.now()
  union all
  select b.id, 'code_locked', b.arrived_at from public.bookings b join app.start_codes c on c.booking_id = b.id
  where app.is_with_rider(b.status) and b.otp_secure and c.is_locked
$$;
comment on function app.attention_under_way is 'Bookings that wait too long for the next step, and why.';

create function app.attention_to_decide() returns table (booking_id uuid, reason text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.id, 'unpaid', b.reached_at from public.bookings b
  where b.status = 'PENDING' and b.reached_at < app.now() - interval '15 minutes'
  union all
  select f.booking_id, 'no_show_fee', coalesce(f.objected_at, f.created_at) from public.no_show_fees f
  where f.decided_at is null and (f.status = 'review' or f.objected_at is not null)
  union all
  select r.booking_id, 'cash_report', coalesce(r.objected_at, r.created_at) from public.cash_reports r
  where r.status = 'review' or r.status = 'counted' and r.objected_at is not null
  union all
  select x.booking_id, 'extra_waits', min(b.reached_at) from public.booking_extras x
    join public.bookings b on b.id = x.booking_id
  where x.undecided_amount > 0 and x.decided_at is null and app.is_billed(b.status) group by x.booking_id
  union all
  -- Lists bookings of the last 72 hours with an unusual distance or fare, among the newest 200 that are flagged. Paid
  -- and completed bookings are included, because a rider often pays and rates at once, before the desk looks.
  select b.id, g.flag, b.reached_at
  from (select f.booking_id, f.flags from public.booking_finances f
    where f.flags && '{held_at_quote,long_way,below_quote,ended_elsewhere}'
    order by f.booking_id desc limit 200) h
  join public.bookings b on b.id = h.booking_id
  cross join unnest(h.flags) g (flag)
  where g.flag in ('held_at_quote', 'long_way', 'below_quote', 'ended_elsewhere')
    and app.is_billed(b.status) and b.reached_at > app.now() - interval '72 hours'
  union all
  select k.booking_id, app.case_reason(k), k.created_at from public.cases k where k.closed_at is null
  union all
  select t.booking_id, 'passenger_text', min(t.at) from app.inbound_texts t
  where t.closed_at is null and t.booking_id is not null and t.intent in ('where', 'cancel', 'yes', 'other')
  group by t.booking_id
  union all
  select a.booking_id, a.reason, min(a.since) from app.alarms a where a.booking_id is not null
    group by a.booking_id, a.reason
$$;
comment on function app.attention_to_decide is
  'Bookings about which the desk has to decide, and those whose people ask for help.';

create function app.attention() returns table (booking_id uuid, reason text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select a.booking_id, a.reason, a.since from app.attention_under_way() a union all select a.booking_id, a.reason,
    a.since from app.attention_to_decide() a
$$;

-- What hurts first: somebody in danger or hurt, then a passenger who waits now, then one who will wait, then people who
-- want an answer, then money. A reason that is missing here comes after those where somebody waits.
create function app.attention_rank(reason text) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(r.place, 12)::integer from (select 1) o
    left join unnest(array['sos', 'report_accident', 'no_driver', 'code_locked', 'late', 'claim_at_risk',
    'driver_silent',
    'off_route', 'stuck', 'report_passenger', 'report_vehicle', '', 'other_country', 'driver_message', 'passenger_text',
      'texts_waiting', 'offers_lapsed', 'case_lost',
      'case_question',
      'report_found', 'report_something', 'unpaid', 'cash_report',
    'case_fare', 'report_fare', 'extra_waits', 'no_show_fee', 'approval_waits', 'codes_unentered', 'texts_near_limit',
      'code_overrides', 'claims_lost',
      'left_money', 'staff_changed', 'file_replaced', 'ended_elsewhere', 'long_way', 'below_quote', 'held_at_quote'])
    with ordinality r (reason, place) on r.reason = attention_rank.reason
$$;
comment on function app.attention_rank is 'The place of a reason on the attention list: 1 hurts first.';

-- Returns the person whom the desk should call. If a person raised an alarm, it is that person. If the reason concerns
-- the driving or is the driver's own report, it is the driver. Otherwise it is the guest or rider.
create function app.person_to_call(booking public.bookings, reason text, person_id uuid)
  returns table (name text, number text, is_driver boolean)
language sql stable set search_path = '' as $$
  select case when w.is_driver then (booking).driver_name when w.is_other then btrim(p.first_name || ' ' || p.last_name)
      else coalesce((booking).guest_name, (booking).customer_name) end,
    nullif(case when w.is_driver then coalesce(c.driver_contact, p.mobile) when w.is_other then p.mobile
      else coalesce(c.guest_phone, c.customer_contact) end, ''), w.is_driver
  from (select coalesce(person_to_call.person_id = (booking).driver_id,
    (person_to_call.reason in ('late', 'driver_silent', 'claim_at_risk', 'off_route', 'stuck', 'code_locked')
        or person_to_call.reason like 'report\_%')
      and (booking).driver_id is not null) as is_driver,
    coalesce(person_to_call.person_id <> (booking).customer_id, person_to_call.person_id is not null) as is_other) w
  left join public.booking_contacts c on c.booking_id = (booking).id
  left join public.profiles p on p.id = person_to_call.person_id
$$;

-- Returns the fleet that can resolve a reason on the attention list, or null. A fleet or its driver can resolve the
-- reasons late, driver_silent, claim_at_risk, off_route, stuck and code_locked (returning the booking gives the next
-- driver new tries). They can also resolve unpaid, because the driver confirms cash, but not for a payment by card,
-- which depends on the rider. Only the office decides about no-show fees and unusual fares. A booking without a driver
-- has no fleet.
create function app.fleet_concerned(booking public.bookings, reason text) returns uuid
language sql immutable set search_path = '' as $$
  select case when fleet_concerned.reason in ('late', 'driver_silent', 'claim_at_risk', 'off_route',
    'stuck', 'code_locked')
    or (fleet_concerned.reason = 'unpaid' and (booking).payment_mode <> 'card') then (booking).fleet_id end
$$;
comment on function app.fleet_concerned is
  'The fleet that can resolve this reason for a booking; null if only the office can.';
