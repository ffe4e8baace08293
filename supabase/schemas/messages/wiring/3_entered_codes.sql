-- Codes that were entered have arrived.

create function app.tg_users__code_entered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update app.message_log l set state = 'delivered', changed_at = app.now(), reason = null, entered_at = app.now()
  where l.receiver_hash = app.receiver_hash('+' || new.phone) and app.is_taken(l.state)
    and l.entered_at is null and l.outbox_id is null
    and l.at > app.now() - interval '10 minutes';
  return null;
end $$;

create trigger users__code_entered after update of phone_confirmed_at on auth.users for each row
  when (new.phone is not null and new.phone_confirmed_at is distinct from old.phone_confirmed_at)
  execute function app.tg_users__code_entered();
