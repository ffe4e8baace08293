-- Waves: the search for a driver asks a few drivers at a time (a wave), then the next ones.

-- Returns the radius of a wave in kilometres, for the log. The full radius is divided into as many rings as there are
-- waves. The result is the smallest ring that contains all drivers who were asked, but at least the ring with the
-- number of this wave. If fewer drivers than a full wave were found, the whole radius was searched.
create function app.wave_circle(settings public.settings, wave integer, asked integer, farthest_km numeric)
  returns numeric
language sql immutable set search_path = '' as $$
  select round(case when asked < (settings).wave_size then r.km
    else least(r.km, r.km / (settings).wave_count * greatest(wave,
      ceil(farthest_km * (settings).wave_count / nullif(r.km, 0)))) end, 3)
  from (select (settings).driver_radius * case when (settings).convert_to_mile then 1.609344 else 1 end as km) r
$$;

create function public.search_ends(booking_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_ends timestamptz;
begin
  select coalesce(q.first_at, greatest(q.due_at, app.now()))
    + make_interval(mins => (app.settings()).search_minutes) into v_ends
  from app.dispatch_queue q join public.bookings b on b.id = q.booking_id
  where b.id = search_ends.booking_id and (b.customer_id = v_me.id or v_me.usertype = 'admin');
  if not found then
    perform app.refuse('booking_not_found', 404, 'No booking of the caller that is searched for');
  end if;
  return v_ends;
end $$;
comment on function public.search_ends is
  'When the search for a driver ends and the booking is cancelled (settings.search_minutes). '
  'Errors: must_login, booking_not_found.';
grant execute on function public.search_ends(uuid) to authenticated;
