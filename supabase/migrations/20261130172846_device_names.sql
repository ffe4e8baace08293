-- device_names: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function public.register_push_token(text, text, text[]);

alter table public.push_tokens add column name text check (btrim(name) <> '' and length(name) <= 60);

call app.describe('public.push_tokens', $$
  The devices that get a person's push messages. A device belongs to the last person who signed in on it.
  channels: The kinds of messages that the person wants on this device: trips, chat, wallet, news.
  token: The token with which the push service addresses the device.
  platform: Kind of device: IOS, ANDROID or WEB (a browser).
  name: What the owner calls the device; at first what the device says, such as the browser's name. null if unknown.
$$);

create or replace function public.person_devices(user_id uuid) returns setof public.person_device
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('people');
  -- The result contains no push tokens and network addresses: staff needs to know that a device exists, not how to
  -- reach it.
  return query
  select * from (
    select 'push', coalesce(t.name, t.platform), t.channels, t.created_at, t.seen_at from public.push_tokens t
      where t.user_id = person_devices.user_id
    union all
    select 'session', left(s.user_agent, 300), null, app.outside_time(s.created_at),
      app.outside_time(coalesce(s.refreshed_at at time zone 'UTC', s.created_at))
    from auth.sessions s where s.user_id = person_devices.user_id) d (kind, name, channels, since, seen_at)
  order by d.seen_at desc limit 100;
end $$;

create function app.unread_notices(user_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (select 1 from public.notices n
    where n.user_id = unread_notices.user_id and n.read_at is null limit 99) unread
$$;

comment on function app.unread_notices is 'How many notices a person has not read; 99 also for more.';

create function app.device_name(name text) returns text language sql immutable set search_path = '' as $$
  select nullif(btrim(left(app.plain(device_name.name), 60)), '')
$$;

create function public.register_push_token(token text, platform text, channels text[] default null,
  name text default null) returns public.push_tokens
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_token public.push_tokens;
begin
  if coalesce(octet_length(register_push_token.token), 0) not between 8 and 2000
    or register_push_token.token ~ '[[:space:]]'
    or coalesce(register_push_token.platform, '') not in ('IOS', 'ANDROID', 'WEB')
    or not coalesce(register_push_token.channels <@ '{trips,chat,wallet,news}', true)
    or cardinality(register_push_token.channels) > 4
    or (register_push_token.token like '{%' and not app.is_push_subscription(register_push_token.token)) then
    perform app.refuse('push_token_invalid', 422,
      'Give a token, IOS, ANDROID or WEB, and channels of trips, chat, wallet, news');
  end if;
  insert into public.push_tokens as t (token, user_id, platform, channels, name)
  values (register_push_token.token, v_me.id, register_push_token.platform,
    coalesce(register_push_token.channels, '{trips,chat,wallet,news}'), app.device_name(register_push_token.name))
  on conflict on constraint push_tokens_pkey do update set user_id = v_me.id, platform = excluded.platform,
    seen_at = app.now(),
    -- The device tells its name at each registration, and must not undo the one that the owner chose.
    name = case when t.user_id = v_me.id then coalesce(t.name, excluded.name) else excluded.name end,
    -- A new owner of the device does not get the channels that the previous owner chose.
    channels = case when register_push_token.channels is null and t.user_id = v_me.id then t.channels
      else excluded.channels end
  returning t.* into v_token;
  -- Keeps at most 20 devices per person: deletes those that were not used for the longest time.
  delete from public.push_tokens t where t.token in (select o.token from public.push_tokens o where o.user_id = v_me.id
    and o.token <> v_token.token order by o.seen_at desc, o.token offset 19);
  return v_token;
end $$;

comment on function public.register_push_token is
  'From now on sends the caller''s messages to this device, and no longer those of its previous owner. channels: the '
  'kinds of messages wanted on it; null keeps them. name: what the device calls itself, kept only if it has no name '
  'yet. '
  'Errors: must_login, push_token_invalid.';

grant execute on function public.register_push_token(text, text, text[], text) to authenticated;

create function public.change_push_device(token text, name text default null, channels text[] default null)
  returns public.push_tokens
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_token public.push_tokens;
begin
  if not coalesce(change_push_device.channels <@ '{trips,chat,wallet,news}', true)
    or cardinality(change_push_device.channels) > 4 then
    perform app.refuse('push_token_invalid', 422, 'Give channels of trips, chat, wallet, news');
  end if;
  if change_push_device.name is not null and app.device_name(change_push_device.name) is null then
    perform app.refuse('push_token_invalid', 422, 'Give the device a name');
  end if;
  update public.push_tokens t set name = coalesce(app.device_name(change_push_device.name), t.name),
    channels = coalesce(change_push_device.channels, t.channels)
  where t.token = change_push_device.token and t.user_id = v_me.id
  returning t.* into v_token;
  if not found then perform app.refuse('device_not_found', 404, 'No such device of yours'); end if;
  return v_token;
end $$;

comment on function public.change_push_device is
  'Renames a device of the caller (60 characters at most; the rest is cut), and decides which kinds of messages it '
  'gets: trips, chat, wallet, news; none of them is allowed. null keeps what is there. '
  'Errors: must_login, push_token_invalid, device_not_found.';

grant execute on function public.change_push_device(text, text, text[]) to authenticated;

create or replace function app.queue_push(user_id uuid, channel text, message jsonb,
  expires_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, queue_push.message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'lang', p.lang_locale, 'channelId', app.push_channel(), 'unread', app.unread_notices(p.id)),
    coalesce(queue_push.expires_at, app.now() + interval '1 day')
  from public.push_tokens t join public.profiles p on p.id = t.user_id
  where t.user_id = queue_push.user_id and queue_push.channel = any (t.channels)
    and coalesce(current_setting('app.quiet', true), '') = '';
end $$;

comment on function public.take_outbox is
  'Takes up to limit_count (1000 at most) due messages for a minute, for a sender that then calls finish_outbox for '
  'each. push: {token, platform, lang, channelId, unread, title, msg, params, screen, booking_id, plain, format: '
  '{symbol, swipe_symbol, decimal, time_zone}}; sms: {phone (E.164), lang, msg, code}, for guest_ride with '
  '{link_token, params}, or with the keys of mail; mail: {email, lang, title, msg, params, format}; file: {bucket, '
  'path}. ttl_seconds: seconds until the message expires.';

create or replace function app.tg_booking_offers__notify() returns trigger
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

create or replace function app.tg_booking_offers__push_end() returns trigger
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

-- Sources of this migration, for the next one to compare with:
--   gone grant execute on function public.register_push_token(text, text, text[]) to authenticated
--   gone function public.register_push_token(text, text, text[])
--   74ea1ce9fabc table public.push_tokens
--   | create table public.push_tokens (
--   |   token text primary key check (octet_length(token) between 8 and 2000 and token !~ '[[:space:]]'),
--   |   user_id uuid not null references public.profiles (id) on delete cascade,
--   |   platform text not null check (platform in ('IOS', 'ANDROID', 'WEB')),
--   |   channels text[] not null default '{trips,chat,wallet,news}' check (channels <@ '{trips,chat,wallet,news}'),
--   |   created_at timestamptz not null default app.now(),
--   |   seen_at timestamptz not null default app.now(),
--   |   name text check (btrim(name) <> '' and length(name) <= 60)
--   | )
--   0ade81d4ef12 description of public.push_tokens
--   876ea3e81403 function public.person_devices(uuid)
--   bfb1f80ff0d1 function app.unread_notices(uuid)
--   0cd45c40364e comment on function app.unread_notices
--   39ff3cde64bc function app.device_name(text)
--   9018be8987e8 function public.register_push_token(text, text, text[], text)
--   f1fa74e0c59e comment on function public.register_push_token
--   abae1fd79293 grant execute on function public.register_push_token(text, text, text[], text) to authenticated
--   aedcdcddcd04 function public.change_push_device(text, text, text[])
--   1524ade5426f comment on function public.change_push_device
--   87bcad638064 grant execute on function public.change_push_device(text, text, text[]) to authenticated
--   c5e9ae1df591 function app.queue_push(uuid, text, jsonb, timestamptz)
--   f07d179f3ba6 comment on function public.take_outbox
--   d8809d5a3eb1 function app.tg_booking_offers__notify()
--   67e4fb5df39f function app.tg_booking_offers__push_end()
