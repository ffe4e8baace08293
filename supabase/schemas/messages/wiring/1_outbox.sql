-- The outbox: a queue of push messages, text messages and e-mails to send, and of files to remove.

create function app.tg_push_tokens__keep_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.known_devices as d (hash, user_id)
  select encode(sha256(convert_to(k.key || new.token, 'UTF8')), 'hex'), new.user_id from app.contact_key k
  on conflict on constraint known_devices_pkey do update set at = excluded.at
    where d.at < excluded.at - interval '1 day';
  return null;
end $$;

create trigger push_tokens__keep_device after insert or update of user_id on public.push_tokens
  for each row execute function app.tg_push_tokens__keep_device();

-- Deleting an account in Auth deletes its messages, too.
create function app.tg_profiles__lock_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_messages(old.id);
  return old;
end $$;

create trigger profiles__lock_messages before delete on public.profiles
  for each row execute function app.tg_profiles__lock_messages();
