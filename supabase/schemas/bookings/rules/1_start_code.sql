-- Start codes: the rider's code that a driver enters to start a ride or to deliver a parcel, the limit of tries, and
-- the desk's permission to continue without a code.

create function public.start_code(booking_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = start_code.booking_id and b.customer_id = v_me.id;
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  return (select c.code from app.start_codes c where c.booking_id = v_booking.id and v_booking.otp_secure
    and app.is_before_end(v_booking.status));
end $$;
comment on function public.start_code is
  'The five-digit code that the rider tells the driver; null if no code is needed any more. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.start_code(uuid) to authenticated;

create function app.tries_made(slot integer) returns bigint
language sql volatile security definer set search_path = '' as $$
  select coalesce(pg_sequence_last_value(format('app.code_tries_%s', tries_made.slot)::regclass), 0)
$$;

-- Returns the note for the history if the desk let the driver make this step without a code; otherwise null.
create function app.override_note(booking public.bookings) returns text
language sql stable security definer set search_path = '' as $$
  select 'start_code_overridden' from app.code_overrides o
  where o.booking_id = (booking).id and o.driver_id = (booking).driver_id and o.used_at is not null
    -- A parcel of the desk counts as an override from its pickup on, but has a code that its recipient tells the
    -- driver.
    and ((booking).category = 'taxi' or o.reason <> 'booked_without_code')
$$;

-- Returns whether the booking has the status in which its code is checked. The code of a ride is checked when the ride
-- starts (from ARRIVED), that of a parcel when it is delivered (from STARTED).
create function app.is_code_due(booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select (booking).status = case (booking).category when 'taxi' then 'ARRIVED' else 'STARTED' end
$$;

-- Drivers and admins with more than three overrides within 24 hours, and since when. A driver and an admin who work
-- together could start rides that nobody takes. Reported for 72 hours, so that somebody else reads it after a weekend
-- shift.
create function app.frequent_overrides() returns table (person_id uuid, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select w.person_id, min(w.at)
  from (select x.person_id, o.at, count(*) over (partition by x.person_id
    order by o.at range between interval '24 hours' preceding and current row) as times
    from app.code_overrides o cross join lateral (values (o.driver_id), (o.admin_id)) x (person_id)
    where o.at > app.now() - interval '96 hours') w
  where w.times > 3 and w.at > app.now() - interval '72 hours' group by w.person_id
$$;
