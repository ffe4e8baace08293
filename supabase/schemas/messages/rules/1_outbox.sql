-- The outbox: a queue of push messages, text messages and e-mails to send, and of files to remove.

-- Returns whether a text is a browser's push subscription: JSON without spaces, with an https address (or an address of
-- this machine, for tests) and the two keys of RFC 8291. Which hosts are permitted is not checked here but by the
-- program that sends the messages.
create function app.is_push_subscription(token text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare v_subscription jsonb;
begin
  v_subscription := is_push_subscription.token::jsonb;
  return coalesce(v_subscription
    ->> 'endpoint' ~ '^(https://[a-z0-9.-]+\.[a-z]{2,}(:[0-9]{1,5})?|http://127\.0\.0\.1:[0-9]{1,5})/[!-~]*$'
    and v_subscription #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_-]{87}=?$'
      and v_subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_-]{22}(==)?$', false);
exception when others then
  return false;
end $$;

-- Returns a device's name as it is stored; null if nothing of it is left.
create function app.device_name(name text) returns text language sql immutable set search_path = '' as $$
  select nullif(btrim(left(app.plain(device_name.name), 60)), '')
$$;

-- Returns the name of the Android notification channel for push messages, which decides the sound: in bookings-repeat
-- the horn repeats.
create function app.push_channel() returns text language sql stable security definer set search_path = '' as $$
  select case when s.car_horn_repeat then 'bookings-repeat' else 'bookings' end from public.settings s where s.id = 1
$$;

-- Returns how the sender formats amounts and times in the params of a message.
create function app.outbox_format() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('symbol', s.symbol, 'swipe_symbol', s.swipe_symbol, 'decimal', s."decimal",
    'time_zone', s.time_zone)
  from public.settings s where s.id = 1
$$;

-- Returns whether a message has come too late: it tells of a moment of a trip that is over, as after an outage of the
-- provider. What stays true (a receipt, a cancellation) is never past.
create function app.is_past(message jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select case split_part(is_past.message ->> 'msg', '.', 1)
      when 'driver_accepted' then not app.is_awaiting_pickup(b.status)
      when 'driver_approaching' then b.status <> 'ACCEPTED'
      when 'driver_arrived' then b.status <> 'ARRIVED'
      when 'driver_gave_back' then b.status <> 'NEW'
      when 'booking_paid' then not app.is_before_start(b.status)
      when 'trip_started' then b.status <> 'STARTED'
      when 'trip_reminder' then not app.is_upcoming(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'trip_assigned' then b.status <> 'NEW'
      when 'claim_check' then not app.is_upcoming(b.status)
      when 'text_booked' then not app.is_before_start(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'text_driver' then b.status <> 'ACCEPTED' or b.driver_id::text <> is_past.message ->> 'driver_id'
      when 'text_outside' then b.status <> 'ARRIVED' or b.driver_id::text <> is_past.message ->> 'driver_id'
      when 'text_delayed' then b.status <> 'ACCEPTED' or b.driver_id::text <> is_past.message ->> 'driver_id'
      when 'text_changed' then not app.is_before_end(b.status)
      when 'guest_ride' then not app.is_before_end(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'parcel_code' then b.status <> 'STARTED'
    end from public.bookings b where b.id = (is_past.message ->> 'booking_id')::uuid), false)
$$;

create function app.secret(name text) returns text language plpgsql stable security definer set search_path = '' as $$
declare v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null then return null; end if;
  execute format('select v.decrypted_secret from %I.decrypted_secrets v where v.name = $1 limit 1',
    'vault') into v_secret using secret.name;
  return v_secret;
end $$;
comment on function app.secret is 'A secret of the operator from Supabase Vault; null if missing.';

-- Calls an edge function through pg_net, which sends the request after the commit. seen_at is when the function's
-- worker was last active; if that was less than 6 seconds ago, the function is not called. The embedded server (npm
-- start) has neither pg_net nor Vault; it polls the queues itself.
create function app.call_worker(endpoint text, seen_at timestamptz default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_url text;
  v_key text;
begin
  if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
    or call_worker.seen_at > app.now() - interval '6 seconds' then
    return false;
  end if;
  v_url := app.secret('api_url');
  v_key := app.secret('cron_secret');
  if v_url is null or v_key is null then return false; end if;
  execute format('select %I.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 5000)', 'net')
    using rtrim(v_url, '/') || '/functions/v1/' || call_worker.endpoint, jsonb_build_object('for_seconds', 50),
      jsonb_build_object('content-type', 'application/json', 'x-cron-secret', v_key);
  return true;
-- A failed call must not fail the transaction that queued the work; a cron job calls the worker again within a minute.
exception when others then
  raise warning '% was not called: %', call_worker.endpoint, sqlerrm;
  return false;
end $$;
comment on function app.call_worker is
  'Calls the edge function that works on a queue, unless its worker was seen within 6 seconds. Needs pg_net and the '
  'Vault secrets api_url and cron_secret; without them it does nothing.';

create function app.wake_sender() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.outbox o where o.status = 'queued' and o.due_at <= app.now())
    and app.call_worker('notifications/send', (select s.seen_at from app.outbox_sender s));
end $$;
comment on function app.wake_sender is
  'Calls the route notifications/send if a message is due and no sender is active.';

create function app.lock_messages(user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from app.outbox o where o.user_id = lock_messages.user_id order by o.id for no key update;
end $$;
comment on function app.lock_messages is
  'Locks the messages to a person in the order in which finish_messages locks them, before they are deleted: in '
  'another order the two could wait for each other.';
