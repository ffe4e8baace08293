-- The log of text messages and mails: what became of each.

create function app.tg_outbox__dead_receiver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_dead_receiver(coalesce(new.payload ->> 'phone', new.payload ->> 'email')) then
    new.status := 'dead';
    new.done_at := app.now();
    new.last_error := 'undeliverable: it was refused on two days';
    new.payload := new.payload - 'code' - 'link_token' #- '{params,message}';
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
      split_part(coalesce(new.payload ->> 'msg', ''), '.', 1), new.user_id,
        (new.payload ->> 'booking_id')::uuid, new.id);
  end if;
  -- What may have been sent is not a failure: nobody knows.
  if new.status <> 'queued' then
    update app.message_log l set changed_at = app.now(),
      state = case when new.status = 'sent' or new.last_error like 'unknown%' then 'sent' else 'failed' end,
      reason = case when new.status = 'dead' then left(new.last_error, 300) end
    where l.outbox_id = new.id and l.state <> 'delivered';
  end if;
  return null;
end $$;

create trigger outbox__log after insert or update of status on app.outbox for each row
  when (new.kind in ('sms', 'mail')) execute function app.tg_outbox__log();
