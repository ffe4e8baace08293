-- Contacts: finds accounts that belong to one person, by their verified e-mail addresses and numbers.

-- Stores only verified contacts: otherwise signing up with a stranger's address would use up that person's benefits.
-- PostgreSQL runs triggers in the order of their names; the name of this function's trigger (users__keep_contacts)
-- sorts after that of the trigger that creates the profile (users__create_profile), because a contact references the
-- profile.
create function app.tg_users__keep_contacts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.store_contact_hashes(new.id, case when new.email_confirmed_at is not null then new.email end,
    case when new.phone_confirmed_at is not null then new.phone end);
  return null;
end $$;

create trigger users__keep_contacts after insert or update of email, phone, email_confirmed_at,
  phone_confirmed_at on auth.users
  for each row when (new.deleted_at is null
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null))
  execute function app.tg_users__keep_contacts();
