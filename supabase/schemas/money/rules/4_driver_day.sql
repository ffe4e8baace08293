-- A driver's day: earnings, missed offers, and demand nearby.
-- Access: each driver reads only their own day
-- Tests:  tests/db/driver_day.sql

-- The offers that a driver missed: who goes off duty instead of answering has missed the offer, too, if it is not the
-- first time within a day. Once it may be the end of the day.
create function app.missed_offers(driver_id uuid, since timestamptz) returns table (offer_id uuid, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.id, o.answered_at from public.booking_offers o
  where o.driver_id = missed_offers.driver_id and o.created_at >= missed_offers.since
    and (o.status = 'lapsed' or o.status = 'left_duty'
    and exists (select from public.booking_offers e where e.driver_id = o.driver_id and e.status = 'left_duty'
      and e.created_at >= o.created_at - interval '24 hours' and e.answered_at < o.answered_at))
$$;
comment on function app.missed_offers is
  'Offers of a driver that count as missed: lapsed, or left by going off duty repeatedly within a day.';

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
    (select count(*)::integer from app.missed_offers(v_me.id, v_midnight)),
    (select max(o.at) from app.missed_offers(v_me.id, v_midnight) o),
    case when v_here.driver_id is null then null else (select count(*)::integer from public.bookings b
      where b.created_at > app.now() - interval '1 hour' and b.status <> 'PAYMENT_PENDING'
        and app.distance_m(v_here.lat, v_here.lng, b.pickup_lat, b.pickup_lng)
          <= v_settings.driver_radius * case when v_settings.convert_to_mile then 1609.344 else 1000 end) end;
end $$;
comment on function public.driver_day is
  'The calling driver''s day since midnight in settings.time_zone: number of paid trips, earnings (as in '
  'driver_money: what the wallet and cash got, without payouts), number of missed offers (lapsed, or left by going '
  'off duty repeatedly within a day) and the time of the last one, and number of bookings of the last hour within '
  'driver_radius (null if the driver''s position is unknown). '
  'Errors: must_login, not_a_driver.';
grant execute on function public.driver_day() to authenticated;
