-- Notices: messages to a person, which the person can read in the app and which are also pushed to their devices.

create function app.notify_move(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_params jsonb := app.notice_params(booking);
begin
  case
    when (booking).status = 'NEW' and (was).status = 'PAYMENT_PENDING' then
      perform app.notify((booking).customer_id, 'booking_paid', v_params, (booking).id);
      perform app.text_booked(booking);
    when (booking).status = 'NEW' then
      perform app.notify((booking).customer_id, 'driver_gave_back', app.notice_params(was), (booking).id);
    when (booking).status = 'ACCEPTED' then
      perform app.notify((booking).customer_id, 'driver_accepted', v_params, (booking).id);
      perform app.text_trip(booking, 'driver', (booking).driver_id::text);
    when (booking).status = 'ARRIVED' then perform app.notify_arrived(booking);
    when (booking).status = 'STARTED' then
      perform app.notify((booking).customer_id, 'trip_started', v_params, (booking).id);
      perform app.send_parcel_code(booking);
    when (booking).status = 'REACHED' then
      perform app.notify((booking).customer_id, 'trip_complete', v_params, (booking).id);
    -- Asks the rider to pay, unless the driver collects cash, the wallet pays (app.charge_wallet then asks for what is
    -- missing), or the reserved amount is taken from the card automatically.
    when (booking).status = 'PENDING' and (booking).payment_mode = 'card' then
      if (app.hold_of((booking).id)).id is null then perform app.notify_due(booking); end if;
    when (booking).status = 'PAID' then
      perform app.notify((booking).customer_id, 'payment_done', v_params, (booking).id);
      perform app.notify((booking).driver_id, 'trip_paid', v_params, (booking).id);
      perform app.text_trip(booking, 'receipt');
    when (booking).status = 'CANCELLED' then
      perform app.notify_cancelled(was, booking);
      perform app.text_trip(booking, 'cancelled');
    else null;
  end case;
end $$;
comment on function app.notify_move is
  'Notifies rider and driver, and people without the app, of a booking''s new status.';

-- Pushes the offers of a wave to the drivers in one statement. Offers of a wave are not stored as notices, because they
-- expire within seconds. An offer that an admin makes to one driver is stored as a notice.
create function app.tg_booking_offers__notify() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, jsonb_build_object('token', t.token, 'platform', t.platform, 'lang', p.lang_locale,
      'channelId', app.push_channel(), 'unread', app.unread_notices(p.id), 'title', 'trip_offered.title',
      'msg', case when o.pickup_time is null then 'trip_offered_open' when a.town is null then 'trip_offered_near'
        else 'trip_offered' end || '.text',
      -- Contains only the town of the destination, because a push message stays on a phone's screen, and most drivers
      -- who get the offer will not drive the trip.
      'params', jsonb_strip_nulls(jsonb_build_object('reference', o.reference, 'trip_at', o.trip_at, 'amount',
        o.driver_share,
        'minutes', ceil(o.pickup_time / 60.0)::integer, 'area', a.town)),
      'screen', 'DriverTrips', 'booking_id', o.booking_id), o.expires_at
  from offered o
  join public.bookings b on b.id = o.booking_id
  cross join lateral (select app.town_of(b.drop_address) as town) a
  join public.push_tokens t on t.user_id = o.driver_id and 'trips' = any (t.channels)
  join public.profiles p on p.id = t.user_id
  where o.wave > 0 and o.status = 'open' and coalesce(current_setting('app.quiet', true), '') = '';
  perform app.notify(o.driver_id, 'trip_assigned', jsonb_build_object('reference', o.reference, 'trip_at',
    o.trip_at), o.booking_id)
  -- A driver who claims a booking needs no notice of it.
  from offered o where o.wave = 0 and o.status = 'open' and o.driver_id is distinct from auth.uid();
  return null;
end $$;

create trigger booking_offers__notify after insert on public.booking_offers
  referencing new table as offered for each statement execute function app.tg_booking_offers__notify();

-- Ends the push of an offer that has lapsed or was withdrawn: by the desk, by another driver's acceptance, because the
-- booking was cancelled or the driver went off duty. A push that was not sent yet is not sent any more. Browsers are
-- told, because a browser shows the notification of the offer until another notification replaces it. Apps need no such
-- message: they remove the notification when the offer expires. After an answer of the driver no message is needed
-- either, because the driver's device then removes the notification.
create function app.tg_booking_offers__push_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update app.outbox q set status = 'dead', done_at = app.now(), last_error = 'withdrawn'
  where q.id in (select x.id from ended o join was w on w.id = o.id and w.status = 'open'
    join app.outbox x on x.user_id = o.driver_id and x.kind = 'push' and x.status = 'queued'
      and x.payload ->> 'booking_id' = o.booking_id::text
      and x.payload ->> 'title' in ('trip_offered.title', 'trip_assigned.title')
    where o.status in ('withdrawn', 'lapsed', 'left_duty') for no key update of x skip locked);
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, jsonb_build_object('token', t.token, 'platform', t.platform, 'lang', p.lang_locale,
      'channelId', app.push_channel(), 'unread', app.unread_notices(p.id), 'title', 'trip_offer_over.title', 'msg',
        'trip_offer_over.text',
      'params', jsonb_build_object('reference', o.reference), 'screen', 'DriverTrips', 'booking_id', o.booking_id),
    app.now() + interval '5 minutes'
  from ended o
  join was w on w.id = o.id and w.status = 'open'
  join public.push_tokens t on t.user_id = o.driver_id and t.platform = 'WEB' and 'trips' = any (t.channels)
  join public.profiles p on p.id = t.user_id
  where o.status in ('withdrawn', 'lapsed', 'left_duty') and coalesce(current_setting('app.quiet', true), '') = '';
  return null;
end $$;

create trigger booking_offers__push_end after update on public.booking_offers
  referencing old table as was new table as ended for each statement execute function app.tg_booking_offers__push_end();
