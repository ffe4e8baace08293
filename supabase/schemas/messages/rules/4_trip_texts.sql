-- Trip texts: text messages and mails about a ride or a parcel, for people who have no app to look at.
-- Access: the flows of bookings queue texts; the receiver with a key from a text chooses without signing in; the edge
--         function notifications hears of a push that a device showed
-- Tests:  tests/db/trip_texts.sql, tests/db/quiet_hours.sql

create function app.text_kinds() returns text[] language sql immutable parallel safe set search_path = '' as $$
  select array['booked', 'driver', 'outside', 'delayed', 'changed', 'cancelled', 'receipt']
$$;

-- Returns who is to get messages of a kind by sms or mail: off, without_app (people who are signed in nowhere) or
-- everybody.
create function app.text_mode(kind text, channel text default 'sms') returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(s) ->> (case text_mode.channel when 'mail' then 'mail_' else 'text_' end || text_mode.kind),
    'off')
  from public.settings s where s.id = 1
$$;

-- Returns by which channel a person hears of a kind, if at all: by text message, and by mail who has no number, or one
-- that wants or gets no texts, or whose texts are switched off or used up. A text that cannot be sent and has no mail
-- in its place is still returned, so that the desk reads why it was not.
create function app.trip_channel(kind text, phone text, email text, has_app boolean, has_texts boolean) returns text
language sql stable security definer set search_path = '' as $$
  select case when w.is_texted and trip_channel.has_texts and not app.is_dead_receiver(trip_channel.phone) then 'sms'
    when trip_channel.email is not null and app.text_mode(trip_channel.kind, 'mail')
        = any (w.modes) and not app.is_stopped('mail', trip_channel.email, trip_channel.kind)
      and not app.is_dead_receiver(trip_channel.email) then 'mail'
    when w.is_texted then 'sms' end
  from (select m.modes, trip_channel.phone is not null and app.text_mode(trip_channel.kind) = any (m.modes)
      and not app.is_stopped('sms', trip_channel.phone, trip_channel.kind) as is_texted
    from (select case when trip_channel.has_app then array['everybody'] else array['everybody', 'without_app'] end
      as modes) m) w
$$;

-- The hours are instants of the firm's days: both nights of a change of clocks end when the clock first or last shows
-- quiet_to, and no minute is quiet by the wall clock's repetition only.
create function app.quiet_end(at timestamptz, quiet_from text, quiet_to text, time_zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select max(n.ends) from (
    select (d.day + quiet_from::time) at time zone quiet_end.time_zone as begins,
      (d.day + case when quiet_to::time > quiet_from::time then 0 else 1 end + quiet_to::time)
        at time zone quiet_end.time_zone as ends
    from (select (quiet_end.at at time zone quiet_end.time_zone)::date
      - b.back as day from generate_series(0, 1) b (back)) d
    where quiet_from <> '' and quiet_to <> '' and quiet_from <> quiet_to) n
  where quiet_end.at >= n.begins and quiet_end.at < n.ends
$$;
comment on function app.quiet_end is
  'When the quiet hours end in which a moment lies; null if it lies in none. quiet_from, quiet_to: as in settings.';

-- Returns when a text may leave. People who travel within two hours are awake and wait for it; a receipt can wait.
create function app.text_due(booking public.bookings, kind text, at timestamptz default app.now()) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when q.ends is null
      or text_due.kind <> 'receipt' and (booking).trip_at <= text_due.at + interval '2 hours' then text_due.at
    when text_due.kind = 'receipt' then q.ends
    else least(q.ends, (booking).trip_at - interval '2 hours') end
  from public.settings s
    cross join lateral (select app.quiet_end(text_due.at, s.quiet_from, s.quiet_to, s.time_zone) as ends) q
  where s.id = 1
$$;

-- The owner of a number did not ask for texts, so people who book can cause only some of them. These are counted rows,
-- not a rate limit, whose row would be locked for as long as a booking's change takes.
create function app.has_many_texts(booking_id uuid, kind text, receiver_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where t.receiver_hash = has_many_texts.receiver_hash) > 40
    or count(*) filter (where t.booking_id = has_many_texts.booking_id) > 20
    or has_many_texts.kind = 'changed'
      and count(*) filter (where t.booking_id = has_many_texts.booking_id and t.kind = 'changed') > 3
  from app.trip_texts t
  where (t.receiver_hash = has_many_texts.receiver_hash or t.booking_id = has_many_texts.booking_id)
    and t.created_at > app.now() - interval '1 day'
$$;
comment on function app.has_many_texts is
  'Whether a number has had more than 40 texts about trips within a day, a booking more than 20, or more than 3 about '
  'its route.';

-- Returns whether somebody's parcels have caused so many texts within an hour that further recipients are not texted.
create function app.has_many_recipients(customer_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 20 from app.trip_texts t join public.bookings b on b.id = t.booking_id
  where b.customer_id = has_many_recipients.customer_id and b.category = 'delivery' and t.kind = 'booked'
    and t.created_at > app.now() - interval '1 hour'
$$;

-- What a text says besides its words. The reason of a cancellation is the desk's: a rider or driver must not be able
-- to write to somebody else's phone.
create function app.text_params(booking public.bookings, kind text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(case text_params.kind
    when 'booked' then jsonb_build_object('trip_at', case when (booking).book_later then (booking).trip_at end)
    when 'driver' then jsonb_build_object('car', c.car, 'plate', (booking).vehicle_number,
      'minutes', case when (booking).promised_at < app.now() + interval '90 minutes'
        then greatest(ceil(extract(epoch from (booking).promised_at - app.now()) / 60), 1)::integer end,
      'trip_at', (booking).trip_at)
    when 'outside' then jsonb_build_object('car', c.car, 'plate', (booking).vehicle_number)
    when 'cancelled' then jsonb_build_object('trip_at', (booking).trip_at,
      'no_driver', nullif(coalesce((booking).reason = 'no_driver_available', false), false),
      'reason', case when (booking).cancelled_by = 'admin' then nullif(btrim((booking).reason), '') end)
    when 'receipt' then jsonb_build_object('amount', (booking).payable_amount, 'reference', (booking).reference)
    else '{}' end)
  from (select nullif(btrim(concat_ws(' ', (booking).vehicle_color, (booking).vehicle_make, (booking).vehicle_model)),
    '') as car) c
$$;
