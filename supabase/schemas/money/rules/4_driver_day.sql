-- A driver's day: earnings, missed offers, and demand nearby.
-- Access: each driver reads only their own day
-- Tests:  tests/db/driver_day.sql

create function public.driver_day()
returns table (trips integer, earned numeric, missed integer, last_missed_at timestamptz, wanted_nearby integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_settings public.settings;
  v_midnight timestamptz;
  v_here public.driver_positions;
begin
  if v_me.usertype <> 'driver' then perform app.refuse('not_a_driver', 403, 'Only drivers can do this'); end if;
  v_settings := app.settings();
  v_midnight := date_trunc('day', app.now() at time zone v_settings.time_zone) at time zone v_settings.time_zone;
  select p.* into v_here from public.driver_positions p where p.driver_id = v_me.id;
  return query select
    (select count(*)::integer from public.bookings b where b.driver_id = v_me.id and b.paid_at >= v_midnight),
    (select coalesce(sum(m.net - m.cash - m.payouts), 0) from app.driver_moves(v_me.id, v_midnight, 'infinity') m),
    (select count(*)::integer from public.booking_offers o where o.driver_id = v_me.id and o.created_at >= v_midnight and o.status = 'lapsed'),
    (select max(o.answered_at) from public.booking_offers o where o.driver_id = v_me.id and o.created_at >= v_midnight and o.status = 'lapsed'),
    case when v_here.driver_id is null then null else (select count(*)::integer from public.bookings b
      where b.created_at > app.now() - interval '1 hour' and b.status <> 'PAYMENT_PENDING'
        and app.distance_m(v_here.lat, v_here.lng, b.pickup_lat, b.pickup_lng)
          <= v_settings.driver_radius * case when v_settings.convert_to_mile then 1609.344 else 1000 end) end;
end $$;
comment on function public.driver_day is 'The calling driver''s day since midnight in settings.time_zone: number of paid trips, earnings (as in driver_money: what the wallet and cash got, without payouts), number of offers that lapsed and the time of the last one, and number of bookings of the last hour within driver_radius (null if the driver''s position is unknown). Errors: must_login, not_a_driver.';
grant execute on function public.driver_day() to authenticated;
