-- Texts to the firm: what people without the app write back.

-- Queues the answer to a text. A machine that answers each of our answers gets five an hour, and the same words only
-- one in two minutes. Who has stopped texts has asked for this one.
create function app.answer_text(inbound app.inbound_texts, answer text, params jsonb default '{}') returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from app.inbound_texts t where t.sender = (inbound).sender and t.id <> (inbound).id
      and t.answer is not null and t.words = (inbound).words and t.at > app.now() - interval '2 minutes')
    or not public.take_rate_limit('text_answer:' || app.receiver_hash((inbound).sender), 5, 3600) then
    return false;
  end if;
  update app.inbound_texts t set answer = answer_text.answer where t.id = (inbound).id;
  insert into app.outbox (kind, payload, expires_at)
  select 'sms', jsonb_strip_nulls(jsonb_build_object('phone', (inbound).sender, 'msg', 'answer_' || answer_text.answer,
      'about', 'answer',
      'booking_id', (inbound).booking_id, 'params', answer_text.params, 'lang', (select p.lang_locale
        from public.bookings b join public.profiles p on p.id = b.customer_id where b.id = (inbound).booking_id))),
    app.now() + interval '10 minutes';
  return true;
end $$;
comment on function app.answer_text is
  'Answers a text to the firm, unless the number has had too many answers. Returns whether it was answered.';

create function app.answer_where(inbound app.inbound_texts, booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_car text := nullif(btrim(concat_ws(' ', (booking).vehicle_color, (booking).vehicle_make, (booking).vehicle_model,
    (booking).vehicle_number)), '');
  v_eta timestamptz := (app.progress(booking) ->> 'eta')::timestamptz;
  v_params jsonb := jsonb_strip_nulls(jsonb_build_object('driver', (booking).driver_name, 'car', v_car,
    'trip_at', (booking).trip_at,
    'minutes', greatest(ceil(extract(epoch from coalesce(v_eta, (booking).promised_at) - app.now())
      / 60), 1)::integer));
begin
  return app.answer_text(inbound, case
    when (booking).engaged_at is null and (booking).book_later then 'booked_at'
    when (booking).driver_id is null then 'searching'
    when (booking).status = 'ACCEPTED' and v_params ? 'minutes' then 'where'
    when (booking).status = 'ACCEPTED' then 'coming'
    when (booking).status = 'ARRIVED' then 'outside'
    else 'under_way' end, v_params);
end $$;

-- Nobody knows who sends a text: its number can be invented. So a ride is cancelled only by somebody who repeats the
-- three digits that we texted to the number, and a fee is only taken from whom it was told. A guest''s own booking
-- costs another one: with a fee the desk decides.
create function app.ask_cancel(inbound app.inbound_texts, booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_role text := app.text_role((booking).id, (inbound).sender);
  v_fee numeric := app.cancellation_fee(booking);
  v_code text := lpad((('x' || left(gen_random_uuid()::text, 7))::bit(28)::integer % 1000)::text, 3, '0');
begin
  if v_role = 'recipient' or not app.can_cancel(booking, 'rider') or v_role = 'guest' and v_fee > 0 then
    return app.answer_text(inbound, 'call_us');
  end if;
  if not app.answer_text(inbound, case when v_fee > 0 then 'cancel_fee' else 'cancel' end,
    jsonb_build_object('code', v_code, 'fee', v_fee)) then
    return false;
  end if;
  -- Only the last question counts.
  update app.inbound_texts t set code = null where t.sender = (inbound).sender and t.code is not null;
  update app.inbound_texts t set code = v_code, fee = v_fee where t.id = (inbound).id;
  return true;
end $$;

create function app.confirm_cancel(inbound app.inbound_texts) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_asked app.inbound_texts;
  v_booking public.bookings;
  v_fee numeric;
begin
  select t.* into v_asked from app.inbound_texts t where t.sender = (inbound).sender and t.code is not null
    and t.at > app.now() - interval '10 minutes' order by t.id desc limit 1 for no key update;
  if not found then return false; end if;
  if right(translate((inbound).words, '٠١٢٣٤٥٦٧٨٩ .!', '0123456789'), 3) is distinct from v_asked.code then
    -- Three guesses: then the question has to be asked again.
    if not public.take_rate_limit('text_code:' || v_asked.id, 3, 3600) then
      update app.inbound_texts t set code = null where t.id = v_asked.id;
      return app.answer_text(inbound, 'call_us');
    end if;
    return app.answer_text(inbound, 'wrong_code');
  end if;
  v_booking := app.lock_booking(v_asked.booking_id);
  if not app.can_cancel(v_booking, 'rider')
    or app.text_role(v_booking.id, (inbound).sender) is distinct from app.text_role(v_asked.booking_id, v_asked.sender)
  then
    return app.answer_text(inbound, 'call_us');
  end if;
  v_fee := app.cancellation_fee(v_booking);
  if v_fee > v_asked.fee then return app.ask_cancel(inbound, v_booking); end if;
  update app.inbound_texts t set code = null where t.id = v_asked.id;
  perform app.set_actor('rider', v_booking.customer_id, note => 'text_message');
  perform app.end_booking(v_booking, 'rider', 'text_message', v_fee);
  return app.answer_text(inbound, 'cancelled');
end $$;
comment on function app.confirm_cancel is
  'Cancels the booking about which the number was asked within ten minutes, if the text repeats the code. Returns '
  'whether it was answered.';

create function public.record_text(provider text, event text, sender text, words text,
  is_answered boolean default false) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_words text := left(app.plain_lines(coalesce(record_text.words, '')), 1600);
  v_intent text := app.text_intent(v_words);
  v_booking public.bookings := app.open_booking_of(record_text.sender);
  v_text app.inbound_texts;
  v_done boolean := true;
begin
  -- A stop is obeyed however many texts came before it.
  if v_intent = 'stop' then perform app.stop_messages('sms', record_text.sender, 'person'); end if;
  if v_intent = 'start' then perform app.start_messages('sms', record_text.sender); end if;
  if v_intent not in ('stop', 'start')
    and not public.take_rate_limit('text_in:' || app.receiver_hash(record_text.sender), 30, 3600) then
    return 'too_many';
  end if;
  insert into app.inbound_texts (provider, event, sender, words, intent, booking_id)
  values (record_text.provider, record_text.event, record_text.sender, v_words, v_intent, v_booking.id)
  on conflict on constraint inbound_texts_event do nothing returning * into v_text;
  if v_text.id is null then return 'duplicate'; end if;
  case
    when v_intent in ('stop', 'start') then
      if not record_text.is_answered then perform app.answer_text(v_text, v_intent); end if;
    when v_intent = 'yes' then v_done := app.confirm_cancel(v_text);
    when v_intent = 'where' and v_booking.id is not null then v_done := app.answer_where(v_text, v_booking);
    when v_intent = 'cancel' and v_booking.id is not null then v_done := app.ask_cancel(v_text, v_booking);
    else v_done := v_intent = 'automatic';
  end case;
  if v_booking.driver_id is not null and v_intent in ('where', 'cancel', 'other') and app.is_under_way(v_booking.status)
    and (app.settings()).driver_reads_texts then
    perform app.broadcast('driver:' || v_booking.driver_id, 'text', v_booking.id);
  end if;
  -- What was answered, and what no person wrote, waits for nobody.
  if v_done then update app.inbound_texts t set closed_at = app.now() where t.id = v_text.id;
  else perform app.broadcast('admin', 'attention'); end if;
  return v_intent;
end $$;
comment on function public.record_text is
  'Takes a text message to the firm: obeys a stop, says where the car is, asks before it cancels, and leaves the rest '
  'to the desk, at the number''s open booking or on the attention list. event: identifies the text. sender: E.164; not '
  'to be believed. is_answered: the provider has answered a stop itself. Returns what the text asked for; duplicate; '
  'too_many.';
grant execute on function public.record_text(text, text, text, text, boolean) to service_role;

create function public.list_inbound_texts(of_booking uuid default null, only_open boolean default false,
  before_id bigint default null, page_size integer default 50)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_rows json;
  v_count bigint;
begin
  perform app.require_permission('desk');
  select json_agg(row(r.id, r.at, r.sender, r.words, r.intent, r.answer, r.booking_id, r.reference,
    r.closed_at)::public.inbound_text order by r.id desc), count(*) into v_rows, v_count
  from (select t.id, t.at, case when app.is_demo() then app.masked_number(t.sender) else t.sender end as sender,
      t.words, t.intent, t.answer, t.booking_id, b.reference, t.closed_at
    from app.inbound_texts t left join public.bookings b on b.id = t.booking_id
    where (list_inbound_texts.of_booking is null or t.booking_id = list_inbound_texts.of_booking)
      and (not coalesce(list_inbound_texts.only_open, false) or t.closed_at is null)
      and (list_inbound_texts.before_id is null or t.id < list_inbound_texts.before_id)
    order by t.id desc limit least(greatest(coalesce(list_inbound_texts.page_size, 50), 1), 200)) r;
  if v_count > 0 then perform app.log_list('contacts', null, v_count); end if;
  return app.page(v_rows);
end $$;
comment on function public.list_inbound_texts is
  'Text messages to the firm of the last 90 days, newest first; of one booking, or only those that wait for a person. '
  'Pass the last row''s id as before_id for the next page. The access log records the read. @returns page of '
  'inbound_text. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_inbound_texts(uuid, boolean, bigint, integer) to authenticated;

-- Numbers are masked, so that reading it shows no contact.
create function public.booking_texts(booking_id uuid)
returns table (at timestamptz, kind text, channel text, receiver text, receiver_end text, state text, reason text,
  id bigint, words text, answer text, can_resend boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('desk');
  return query select c.* from (
    select l.at, l.kind, l.channel, l.receiver, l.receiver_end, l.state, l.reason, l.id, null::text as words,
      null::text as answer, app.can_resend(l) as can_resend
    from app.message_log l where l.booking_id = booking_texts.booking_id
    union all
    select t.at, t.intent, 'sms', app.masked_number(t.sender), right(t.sender, 4),
      case when t.closed_at is null then 'waits' else 'received' end, null, t.id, t.words, t.answer, false
    from app.inbound_texts t where t.booking_id = booking_texts.booking_id
    order by at desc limit 100) c
  -- A text and its answer have one time.
  order by c.at, c.words is null, c.id;
end $$;
comment on function public.booking_texts is
  'The newest 100 text messages and mails about a booking, oldest first: those that were sent, as in list_messages, '
  'and those that came in, which have words. Of these kind is what the text asks for, state is waits (for a person) '
  'or received, receiver the sender, id that of close_inbound_text. '
  'Errors: must_login, not_allowed.';
grant execute on function public.booking_texts(uuid) to authenticated;

-- What carriers and codes say is not meant for the driver.
create function public.passenger_texts(booking_id uuid)
returns table (id bigint, at timestamptz, who text, sender text, words text)
language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers := app.me_as_driver();
begin
  return query select t.id, t.at, app.text_role(t.booking_id, t.sender), app.masked_number(t.sender), t.words
  from app.inbound_texts t join public.bookings b on b.id = t.booking_id cross join public.settings s
  where t.booking_id = passenger_texts.booking_id and b.driver_id = v_driver.id and app.is_under_way(b.status)
    and s.id = 1 and s.driver_reads_texts and t.intent in ('where', 'cancel', 'other')
  order by t.id desc limit 20;
end $$;
comment on function public.passenger_texts is
  'What the people of the caller''s trip wrote to the firm by text message, newest first, while the trip runs and if '
  'settings.driver_reads_texts is on; else nothing. who: guest, customer or recipient. sender: masked. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.passenger_texts(uuid) to authenticated;

create function public.close_inbound_text(text_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('desk');
begin
  update app.inbound_texts t set closed_at = app.now(), closed_by = v_me.id
  where t.id = close_inbound_text.text_id and t.closed_at is null;
  if found then
    perform app.audit('close_inbound_text', 'inbound_texts', close_inbound_text.text_id::text, null, '{}');
    perform app.broadcast('admin', 'attention');
  end if;
end $$;
comment on function public.close_inbound_text is
  'Takes a text message to the firm off the list of those that wait; does nothing if it is not on it. Audited. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.close_inbound_text(bigint) to authenticated;

create function app.purge_inbound_texts() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.inbound_texts t where t.id in (select o.id from app.inbound_texts o
    where o.at < app.now() - interval '90 days' order by o.at limit 10000)
$$;
comment on function app.purge_inbound_texts is 'Deletes text messages to the firm after 90 days.';
