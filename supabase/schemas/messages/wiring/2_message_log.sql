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
  when (app.is_written(new.kind) and new.status = 'queued') execute function app.tg_outbox__dead_receiver();

create function app.tg_outbox__log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_message(n.kind, coalesce(n.payload ->> 'phone', n.payload ->> 'email', ''),
    app.message_kind(n.payload), n.user_id, (n.payload ->> 'booking_id')::uuid, n.id)
  from became n where app.is_written(n.kind);
  -- Until the sender has counted the parts, the day's limit knows the most that they can be.
  update app.message_log l set segments = (n.payload ->> 'parts')::integer
  from became n where n.kind = 'sms' and n.payload ? 'parts' and l.outbox_id = n.id;
  perform app.log_ends(array(select n.id from became n where app.is_written(n.kind) and n.status <> 'queued'));
  return null;
end $$;

create trigger outbox__log after insert on app.outbox referencing new table as became
  for each statement execute function app.tg_outbox__log();

create function app.tg_outbox__log_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_ends(array(select n.id from became n join was o on o.id = n.id
    where app.is_written(n.kind) and n.status <> 'queued' and n.status <> o.status));
  return null;
end $$;

create trigger outbox__log_end after update on app.outbox referencing old table as was new table as became
  for each statement execute function app.tg_outbox__log_end();
