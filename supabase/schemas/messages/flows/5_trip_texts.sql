-- Trip texts: text messages and mails about a ride or a parcel, for people who have no app to look at.

create function app.guest_token(booking_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare v_token text;
begin
  insert into app.guest_links as g (booking_id, token)
  values (guest_token.booking_id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint guest_links_pkey do update set token = g.token
  returning case when g.ended_at is null then g.token end into v_token;
  return v_token;
end $$;
comment on function app.guest_token is
  'The secret token of the link that is texted about a booking; null if somebody has ended the link.';

create function app.new_preference_key(receiver text, channel text default 'sms') returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id text := replace(gen_random_uuid()::text, '-', '');
  -- 96 random bits: a link in a text message must be short.
  v_key text := left(v_id, 12) || right(v_id, 12);
begin
  insert into app.preference_keys (key_hash, receiver_hash, channel)
  values (encode(sha256(convert_to(v_key, 'UTF8')), 'hex'), app.receiver_hash(new_preference_key.receiver),
    new_preference_key.channel);
  return v_key;
end $$;

-- Returns whom messages of a kind about a booking would reach: a guest instead of the customer; the recipient of a
-- parcel beside its sender, but only of what concerns the parcel, not the car at the sender's door. Who booked in the
-- app has it, also when signed out. Of a guest and a recipient only a number is known. Mails go to verified addresses
-- only, so that nobody else reads of a person's trips.
create function app.texted_people(booking public.bookings, kind text)
  returns table (who text, user_id uuid, phone text, email text, lang text, has_app boolean)
language sql stable security definer set search_path = '' as $$
  select t.who, t.user_id, nullif(t.phone, ''), nullif(t.email, ''), t.lang, t.has_app from (
    select 1 as rank, 'guest' as who, null::uuid as user_id, app.sms_number(k.guest_phone) as phone,
      null::text as email, p.lang_locale as lang, false as has_app
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and (booking).category = 'taxi' and (booking).guest_name is not null
      and texted_people.kind <> 'receipt'
    union all
    select 2, 'customer', p.id, k.customer_contact, (select u.email from auth.users u where u.id = p.id
        and u.email_confirmed_at is not null), p.lang_locale, not (booking).booking_type_admin
      or app.is_in_session(p.id)
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and ((booking).guest_name is null or texted_people.kind = 'receipt')
    union all
    select 3, 'recipient', null, app.sms_number(k.delivery_person_phone), null, p.lang_locale, false
    from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id
    where k.booking_id = (booking).id and (booking).category = 'delivery'
      and k.delivery_person_phone is distinct from k.customer_contact and texted_people.kind in ('booked', 'cancelled')
  ) t
  where t.phone <> '' or t.email <> '' order by t.rank
$$;

create function app.text_trip(booking public.bookings, kind text, event text default '', extra jsonb default '{}')
  returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_count integer := 0;
  v_has_texts boolean;
  v_due timestamptz;
  v_id bigint;
  v_outbox bigint;
  v_ack uuid;
  v_channel text;
  v_receiver text;
  v_problem text;
  v_msg text;
  v_link_token text;
  v_to record;
begin
  if app.text_mode(text_trip.kind) = 'off' and app.text_mode(text_trip.kind, 'mail') = 'off'
    or coalesce(current_setting('app.quiet', true), '') <> '' then
    return 0;
  end if;
  -- Codes come first: the last fifth of the day's texts is theirs.
  v_has_texts := v_set.sms_day_limit is null or app.texts_of_day() < v_set.sms_day_limit * 4 / 5;
  for v_to in select t.* from app.texted_people(booking, text_trip.kind) t
  loop
    v_channel := app.trip_channel(text_trip.kind, v_to.phone, v_to.email, v_to.has_app, v_has_texts);
    continue when v_channel is null;
    v_receiver := case v_channel when 'mail' then v_to.email else v_to.phone end;
    -- Nobody hears of the end of what he never heard of.
    continue when text_trip.kind = 'cancelled' and v_to.who = 'recipient' and not exists (select from app.trip_texts t
      where t.booking_id = (booking).id and t.kind = 'booked' and t.receiver_hash = app.receiver_hash(v_receiver));
    insert into app.trip_texts (booking_id, kind, event, receiver_hash, who)
    values ((booking).id, text_trip.kind, text_trip.event, app.receiver_hash(v_receiver), v_to.who)
    on conflict do nothing returning id into v_id;
    continue when not found;
    -- A mail wakes nobody.
    v_due := case v_channel when 'mail' then app.now() else app.text_due(booking, text_trip.kind) end;
    -- A device that shows the push of the same event within 20 seconds makes the message needless.
    v_ack := gen_random_uuid();
    update app.outbox o set payload = o.payload || jsonb_build_object('ack', v_ack)
    where o.kind = 'push' and o.status = 'queued' and o.user_id = v_to.user_id and not o.payload ? 'ack'
      and o.payload ->> 'booking_id' = (booking).id::text and o.created_at > app.now() - interval '1 second';
    if found then v_due := greatest(v_due, app.now() + interval '20 seconds'); else v_ack := null; end if;
    v_problem := case
      when v_channel = 'sms' and not v_has_texts then 'no_texts_left'
      when app.has_many_texts((booking).id, text_trip.kind, app.receiver_hash(v_receiver)) then 'too_many_texts' end;
    v_msg := case when text_trip.kind = 'booked' and v_to.who = 'guest' then 'guest_ride'
      else 'text_' || text_trip.kind end;
    -- A text about the car at the door or a receipt has no room for a link; a mail about a receipt has.
    v_link_token := case when v_problem is null and (text_trip.kind in ('booked', 'driver', 'delayed', 'changed')
      or v_channel = 'mail' and text_trip.kind in ('outside', 'receipt')) then app.guest_token((booking).id) end;
    insert into app.outbox (kind, user_id, payload, due_at, expires_at, status, done_at, last_error)
    select v_channel, v_to.user_id,
      jsonb_strip_nulls(jsonb_build_object(case v_channel when 'mail' then 'email' else 'phone' end, v_receiver,
        'msg', v_msg, 'lang', v_to.lang,
        'booking_id', (booking).id, 'who', v_to.who, 'driver_id', case when text_trip.kind in ('driver', 'outside',
          'delayed') then (booking).driver_id end,
        'link_token', v_link_token,
        'preferences', case when v_problem is null and v_to.who <> 'guest'
          and (v_channel = 'mail' or text_trip.kind in ('booked', 'receipt'))
          then app.new_preference_key(v_receiver, v_channel) end,
        'code', case when v_problem is null and v_msg = 'guest_ride' then c.code end,
        'params', app.text_params(booking, text_trip.kind) || text_trip.extra
          || case when v_msg = 'guest_ride' then jsonb_build_object('rider', p.first_name) else '{}' end)),
      v_due, case when text_trip.kind in ('driver', 'outside', 'delayed') then v_due + interval '30 minutes'
        when text_trip.kind = 'booked' then greatest((booking).trip_at, v_due) + interval '6 hours'
        else v_due + interval '12 hours' end,
      case when v_problem is null then 'queued' else 'dead' end, case when v_problem is not null then app.now() end,
      v_problem
    from public.profiles p left join app.start_codes c on c.booking_id = (booking).id
      and app.is_code_for_guest((booking).booking_type_admin, (booking).payment_mode)
    where p.id = (booking).customer_id
    returning id into v_outbox;
    update app.trip_texts t set outbox_id = v_outbox, ack = case when v_problem is null then v_ack end
      where t.id = v_id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
comment on function app.text_trip is
  'Writes to the people of a booking about an event of a kind (app.text_kinds), by text message or mail, as settings '
  'and their own wishes say: each event once, no texts in the quiet hours, and nothing if a device shows the push of '
  'the same event within 20 seconds. event: tells two events of a kind apart. Call it after app.notify. Returns how '
  'many messages were queued or refused.';

create function app.text_delays() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_booking public.bookings;
  v_minutes integer;
  v_count integer := 0;
begin
  if v_set.text_delayed = 'off' and v_set.mail_delayed = 'off' then return 0; end if;
  for v_booking in select b.* from public.bookings b
    where b.status = 'ACCEPTED' and b.engaged_at is not null and b.promised_at < app.now() + interval '2 hours'
      and not exists (select from app.trip_texts t where t.booking_id = b.id and t.kind = 'delayed')
    order by b.promised_at limit 500
  loop
    v_minutes := floor(extract(epoch from greatest(app.now(), (app.progress(v_booking) ->> 'eta')::timestamptz)
      - v_booking.promised_at) / 60);
    if v_minutes >= v_set.late_text_minutes then
      v_count := v_count + app.text_trip(v_booking, 'delayed', '', jsonb_build_object('minutes', v_minutes));
    end if;
  end loop;
  return v_count;
end $$;
comment on function app.text_delays is
  'Texts people whose car comes at least settings.late_text_minutes later than promised, once per booking.';

create function app.notify_arrived(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).arrival_confirmed_at is null then return; end if;
  perform app.notify((booking).customer_id, 'driver_arrived', app.notice_params(booking), (booking).id);
  perform app.text_trip(booking, 'outside', (booking).driver_id::text);
end $$;
comment on function app.notify_arrived is
  'Tells the rider, and people without the app, that the car is there; nothing while no position has shown it near '
  'the pickup.';

create function public.push_shown(ack uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_outbox bigint;
begin
  update app.trip_texts t set shown_at = app.now() where t.ack = push_shown.ack and t.shown_at is null
  returning t.outbox_id into v_outbox;
  -- A text that a sender has begun is on its way.
  delete from app.outbox o where o.id = v_outbox and o.status = 'queued' and o.attempts = 0;
  if found then delete from app.message_log l where l.outbox_id = v_outbox; end if;
end $$;
comment on function public.push_shown is
  'Says that a device has shown a push; the text message or mail about the same event is then not sent. ack: the key '
  'in the push. An unknown key does nothing.';
grant execute on function public.push_shown(uuid) to service_role;

create function app.preference_of(key text) returns app.preference_keys
language plpgsql stable security definer set search_path = '' as $$
declare v_key app.preference_keys;
begin
  select k.* into v_key from app.preference_keys k
  where k.key_hash = encode(sha256(convert_to(coalesce(preference_of.key, ''), 'UTF8')), 'hex')
    and k.created_at > app.now() - interval '90 days';
  if not found then
    perform app.refuse('preferences_not_found', 404, 'Unknown or expired link; use one of a newer message');
  end if;
  return v_key;
end $$;

create function public.message_preferences(key text) returns public.text_choices
language plpgsql stable security definer set search_path = '' as $$
declare v_key app.preference_keys := app.preference_of(message_preferences.key);
begin
  return row(
    array(select k.kind from unnest(app.text_kinds()) with ordinality k (kind, place)
      where app.text_mode(k.kind, v_key.channel) <> 'off' order by k.place),
    array(select s.kind from app.message_stops s where s.receiver_hash = v_key.receiver_hash
      and s.channel = v_key.channel and s.kind <> 'all' order by s.kind),
    exists (select from app.message_stops s where s.receiver_hash = v_key.receiver_hash
      and s.channel = v_key.channel and s.kind = 'all'), v_key.channel)::public.text_choices;
end $$;
comment on function public.message_preferences is
  'What the receiver of a text message or mail wants, by the key of its link: {kinds: the kinds that the firm sends by '
  'this channel (booked, driver, outside, delayed, changed, cancelled, receipt), off: those not wanted, stopped: '
  'whether none are wanted, channel: sms or mail}. Nothing about the person. '
  'Errors: preferences_not_found.';
grant execute on function public.message_preferences(text) to anon, authenticated;

create function public.save_message_preferences(key text, off text[], stopped boolean)
  returns public.text_choices
language plpgsql volatile security definer set search_path = '' as $$
declare v_key app.preference_keys := app.preference_of(save_message_preferences.key);
begin
  if not coalesce(save_message_preferences.off <@ app.text_kinds(), false)
    or save_message_preferences.stopped is null then
    perform app.refuse('preferences_invalid', 422, 'off: an array of ' || array_to_string(app.text_kinds(), ', '));
  end if;
  -- A stop that the provider reported is theirs to take back: it would refuse the texts all the same.
  delete from app.message_stops s where s.receiver_hash = v_key.receiver_hash and s.channel = v_key.channel
    and s.source = 'person';
  insert into app.message_stops (receiver_hash, channel, kind, source)
  select v_key.receiver_hash, v_key.channel, w.kind, 'person'
  from (select distinct unnest(save_message_preferences.off) as kind
    union all select 'all' where save_message_preferences.stopped) w
  on conflict on constraint message_stops_pkey do nothing;
  return public.message_preferences(save_message_preferences.key);
end $$;
comment on function public.save_message_preferences is
  'Stores what the receiver of a text message or mail wants, by the key of its link; answers as message_preferences. '
  'off: kinds that are not wanted. stopped: whether none are wanted at all, except codes. '
  'Errors: preferences_not_found, preferences_invalid.';
grant execute on function public.save_message_preferences(text, text[], boolean) to anon, authenticated;
