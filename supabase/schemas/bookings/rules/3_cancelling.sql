-- Cancelling: who may cancel a booking in which status, and the fee for it.
-- Access: the rider, the driver of the booking and admins may cancel
-- Tests:  tests/db/cancelling.sql, tests/db/attacks_trips.sql

-- Returns the cancellation fee after `minutes`. `slab` is the list of steps of the fee: [{mins_delayed, amount}]. The
-- step with the highest mins_delayed below `minutes` counts; 0 if there is none.
create function app.slab_fee(slab jsonb, minutes numeric) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce((select (e ->> 'amount')::numeric from jsonb_array_elements(slab) e
    where (e ->> 'mins_delayed')::numeric < minutes order by (e ->> 'mins_delayed')::numeric desc limit 1), 0)
$$;

-- Returns the minutes that count for the cancellation fee: the time from the acceptance until now. For a booking for
-- later (book_later) it starts lead_minutes before trip_at, if the acceptance was earlier. The time that the driver is
-- late does not
-- count: from promised_at until the driver is at the pickup.
create function app.minutes_delayed(booking public.bookings, lead_minutes integer) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from timestamptz := greatest((booking).accepted_at,
    case when (booking).book_later then (booking).trip_at - make_interval(mins => minutes_delayed.lead_minutes) end);
  v_late interval := greatest(interval '0', coalesce(app.at_pickup_since(booking), app.now())
    - greatest((booking).promised_at, v_from));
begin
  return extract(epoch from app.now() - v_from - coalesce(v_late, interval '0')) / 60;
end $$;
comment on function app.minutes_delayed is
  'Minutes that count for the steps of the cancellation fee (car_types.cancel_slab), without the driver''s own delay.';

-- Returns until when the rider can cancel an accepted booking without the fee that rises with the minutes
-- (cancel_slab). Null if there is no such fee or this time has passed. Also null if the driver could be late before
-- this time: minutes do not count while the driver is late, so the time is unknown.
create function app.free_until(booking public.bookings) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when app.is_awaiting_pickup((booking).status) and f.minutes >= d.minutes
      and (app.at_pickup_since(booking) is not null or app.now() + (f.minutes - d.minutes) * interval '1 minute'
        <= (booking).promised_at)
    then app.now() + (f.minutes - d.minutes) * interval '1 minute' end
  from public.settings s, public.car_types c,
    lateral (select app.minutes_delayed(booking, s.lead_minutes)::double precision as minutes) d,
    lateral (select min((e ->> 'mins_delayed')::double precision) as minutes from jsonb_array_elements(c.cancel_slab) e
      where (e ->> 'amount')::numeric > 0) f
  where s.id = 1 and c.id = (booking).car_type_id
$$;
comment on function app.free_until is
  'Until when a rider can cancel without the fee that rises with the minutes (car_types.cancel_slab); null if no such '
  'time is known.';

-- Returns whether the driver is later than the promised arrival. If so, cancelling does not count towards
-- settings.free_cancellations, and the minutes of the delay do not count for the fee (app.minutes_delayed). The desk's
-- lists of late drivers use app.pickup_deadline instead, which allows more time.
create function app.is_late(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(coalesce(app.at_pickup_since(booking), (booking).cancelled_at, app.now())
    > (booking).promised_at, false)
$$;

create function app.has_cancelled_often(customer_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= (select s.free_cancellations from public.settings s where s.id = 1) from public.bookings b
  where b.customer_id = has_cancelled_often.customer_id and b.status = 'CANCELLED' and b.cancelled_by = 'rider'
    and b.accepted_at is not null
    and b.cancellation_fee = 0 and b.cancelled_at > app.now() - interval '24 hours' and not app.is_late(b)
$$;
comment on function app.has_cancelled_often is
  'Whether a rider has used up the free cancellations of the last 24 hours.';

create function app.lowest_slab(slab jsonb) returns numeric language sql immutable set search_path = '' as $$
  select coalesce(min((e ->> 'amount')::numeric), 0) from jsonb_array_elements(slab) e
    where (e ->> 'amount')::numeric > 0
$$;

create function app.cancellation_fee(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  -- The fee is 0 if the driver is suspended, because a suspended driver will not come.
  select case when app.is_awaiting_pickup((booking).status)
      and exists (select 1 from public.profiles p where p.id = (booking).driver_id and p.approved)
    then round(greatest(app.slab_fee(c.cancel_slab, app.minutes_delayed(booking, s.lead_minutes)),
      case when not app.is_late(booking)
        and app.has_cancelled_often((booking).customer_id) then app.lowest_slab(c.cancel_slab) else 0 end), s."decimal")
    else 0 end
  from public.car_types c, public.settings s where c.id = (booking).car_type_id and s.id = 1
$$;
comment on function app.cancellation_fee is 'The fee that a rider owes for cancelling now.';

-- Returns the caller's role in a booking. Strangers get the same error as for an id that does not exist.
create function app.role_in(booking public.bookings, me public.profiles) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_role text := case when (me).usertype = 'admin' then 'admin' when (me).id = (booking).customer_id then 'rider'
  when (me).id = (booking).driver_id and not app.is_closed_to(booking, me) then 'driver' end;
begin
  if v_role is null then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  if v_role = 'admin' then perform app.check_permission(me, 'bookings'); end if;
  return v_role;
end $$;

create function app.can_cancel(booking public.bookings, by_role text) returns boolean
language sql stable set search_path = '' as $$
  select (booking).status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED')
    and not (by_role = 'admin' and (booking).status = 'ARRIVED')
$$;

create function app.check_cancel(booking public.bookings, by_role text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not app.can_cancel(booking, by_role) then
    perform app.refuse('cannot_cancel', 409, format('The booking is %s', (booking).status));
  end if;
end $$;
comment on function app.check_cancel is 'Refuses with cannot_cancel if this role cannot cancel the booking any more.';

-- Refuses a reason of the firm's list that only the staff may give. The staff may give every reason, because it cancels
-- for others, too. The list is compared as people read it: in any language, whatever its case and spaces. A reason that
-- is not in the list is the person's own text.
create function app.check_cancel_reason(reason text, by_role text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_key text := app.reason_key(check_cancel_reason.reason);
begin
  if check_cancel_reason.by_role <> 'admin' and (
      select bool_and(c.audience = 'staff') from public.cancel_reasons c
      where v_key = app.reason_key(c.label)
        or v_key in (select app.reason_key(l.key_value_pairs ->> ('firm.' || c.label)) from public.languages l)) then
    perform app.refuse('reason_not_offered', 422, 'Choose one of the reasons that are offered');
  end if;
end $$;
comment on function app.check_cancel_reason is
  'Refuses with reason_not_offered if a reason of the list of cancel reasons is meant for the staff only.';

create function public.cancellation_quote(booking_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_role text;
begin
  select b.* into v_booking from public.bookings b where b.id = cancellation_quote.booking_id;
  v_role := app.role_in(v_booking, v_me);
  perform app.check_cancel(v_booking, v_role);
  return case when v_role = 'rider' then app.cancellation_fee(v_booking) else 0 end;
end $$;
comment on function public.cancellation_quote is
  'The fee that cancel_booking would cost the caller now; 0 for driver and admin. '
  'Errors: must_login, booking_not_found, cannot_cancel.';
grant execute on function public.cancellation_quote(uuid) to authenticated;
