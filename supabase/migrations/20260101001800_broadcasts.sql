-- Broadcasts: what changed, told on private topics. A message names the row; clients refetch it.
-- Needs:  bookings, dispatch, chat, positions; realtime.send
-- Access: by the policies on realtime.messages (the next file)
-- Tests:  tests/db/realtime.sql

create function app.tell(topic text, event text, payload jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select realtime.send(tell.payload, tell.event, tell.topic, true)
  where coalesce(current_setting('app.quiet', true), '') <> 'on'
$$;

create function app.tg_bookings__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_what jsonb := jsonb_build_object('id', new.id, 'status', new.status);
  v_news boolean := tg_op = 'INSERT' or old.status <> new.status or old.driver_id is distinct from new.driver_id;
begin
  if not v_news then
    perform app.tell('booking:' || new.id, 'booking', jsonb_build_object('id', new.id));
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform app.tell('booking:' || new.id, 'status', v_what);
    if old.driver_id is distinct from new.driver_id and old.driver_id is not null then
      perform app.tell('driver:' || old.driver_id, 'booking', v_what);
    end if;
    if old.fleet_id is distinct from new.fleet_id and old.fleet_id is not null then
      perform app.tell('fleet:' || old.fleet_id, 'booking', v_what);
    end if;
  end if;
  perform app.tell('user:' || new.customer_id, 'booking', v_what);
  perform app.tell('admin', 'booking', v_what);
  if new.driver_id is not null then perform app.tell('driver:' || new.driver_id, 'booking', v_what); end if;
  if new.fleet_id is not null then perform app.tell('fleet:' || new.fleet_id, 'booking', v_what); end if;
  return null;
end $$;
create trigger bookings__broadcast after insert or update on public.bookings
  for each row execute function app.tg_bookings__broadcast();

create function app.tg_booking_offers__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell('driver:' || new.driver_id, 'offer',
    jsonb_build_object('id', new.id, 'booking_id', new.booking_id, 'status', new.status));
  return null;
end $$;
create trigger booking_offers__broadcast_insert after insert on public.booking_offers
  for each row execute function app.tg_booking_offers__broadcast();
create trigger booking_offers__broadcast after update of status on public.booking_offers
  for each row when (old.status is distinct from new.status) execute function app.tg_booking_offers__broadcast();

create function app.tg_chat_messages__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell('booking:' || new.booking_id, 'chat', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger chat_messages__broadcast after insert on public.chat_messages
  for each row execute function app.tg_chat_messages__broadcast();

create function app.tg_notices__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell('user:' || new.user_id, 'notice', jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger notices__broadcast after insert on public.notices
  for each row execute function app.tg_notices__broadcast();

create function app.tg_drivers__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.tell('admin', 'driver', jsonb_build_object('id', new.id));
  if new.fleet_id is not null then
    perform app.tell('fleet:' || new.fleet_id, 'driver', jsonb_build_object('id', new.id));
  end if;
  return null;
end $$;
create trigger drivers__broadcast after update of driver_active_status, car_type_id, fleet_id on public.drivers
  for each row execute function app.tg_drivers__broadcast();
