-- The log of text messages and mails: what became of each.

create function app.tg_outbox__dead_receiver() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_receiver text := coalesce(new.payload ->> 'phone', new.payload ->> 'email');
  v_kind text := app.message_kind(new.payload);
begin
  new.last_error := case
    when app.is_dead_receiver(v_receiver) then 'undeliverable: it was refused on two days'
    when app.obeys_stop(new.kind, v_kind) and app.is_stopped(new.kind, v_receiver) then 'stopped' end;
  if new.last_error is not null then
    new.status := 'dead';
    new.done_at := app.now();
    new.payload := new.payload - '{code,link_token,preferences}'::text[] #- '{params,message}';
  end if;
  return new;
end $$;

create trigger outbox__dead_receiver before insert on app.outbox for each row
  when (new.kind in ('sms', 'mail') and new.status = 'queued') execute function app.tg_outbox__dead_receiver();

create function app.tg_outbox__log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.log_message(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email', ''),
      app.message_kind(new.payload), new.user_id, (new.payload ->> 'booking_id')::uuid, new.id);
    -- Until the sender has counted the parts, the day's limit knows the most that they can be.
    if new.payload ? 'parts' then
      update app.message_log l set segments = (new.payload ->> 'parts')::integer where l.outbox_id = new.id;
    end if;
  end if;
  -- What may have been sent is not a failure: nobody knows.
  if new.status <> 'queued' then
    update app.message_log l set changed_at = app.now(),
      state = case when new.status = 'sent' or new.last_error like 'unknown%' then 'sent' else 'failed' end,
      reason = case when new.status = 'dead' then left(new.last_error, 300) end,
      -- Who wants no messages is not out of reach.
      counts = new.last_error is null or new.last_error !~ 'unsubscribed'
    where l.outbox_id = new.id and l.state <> 'delivered' and l.receipt_at is null;
    if new.last_error ~ 'unsubscribed' then
      perform app.stop_messages(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email'), 'provider');
    end if;
  end if;
  return null;
end $$;

create trigger outbox__log after insert or update of status on app.outbox for each row
  when (new.kind in ('sms', 'mail')) execute function app.tg_outbox__log();
