-- A person's life: which steps run, and in which order, after a person is approved, suspended or deleted, or gets
-- another role.
-- Access: internal; one trigger on profiles runs them, so that they also run for future functions that change a person
-- Tests:  tests/db/suspension.sql, tests/db/sessions.sql, tests/db/account_deletion.sql

create function app.person_approved(person public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.close_suspension((person).id);
  perform app.refresh_driver((person).id);
end $$;
comment on function app.person_approved is
  'Runs the steps after a person was approved, in the order of its statements.';

-- Bookings are locked before positions, in the same order as when a driver accepts a booking, so that the two cannot
-- deadlock.
create function app.person_suspended(was public.profiles, person public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.end_lost_rights(was, person);
  if (person).usertype = 'driver' then perform app.end_work((person).id); end if;
  perform app.refresh_driver((person).id);
end $$;
comment on function app.person_suspended is
  'Runs the steps after a person was suspended, in the order of its statements.';

create function app.person_deleted(was public.profiles, person public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.delete_links((person).id);
  perform app.end_lost_rights(was, person);
  perform app.refresh_driver((person).id);
end $$;
comment on function app.person_deleted is
  'Runs the steps after a person was deleted, in the order of its statements. What is left of the person: '
  'app.anonymize_person.';

create function app.tg_profiles__life() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.deleted_at is null and new.deleted_at is not null then
    perform app.person_deleted(old, new);
  elsif old.approved and not new.approved then
    perform app.person_suspended(old, new);
  else
    if new.approved and not old.approved then perform app.person_approved(new); end if;
    if old.usertype <> new.usertype then
      perform app.end_lost_rights(old, new);
      perform app.refresh_driver(new.id);
    end if;
  end if;
  return null;
end $$;

create trigger profiles__life after update of usertype, approved, deleted_at on public.profiles
  for each row when ((old.usertype, old.approved, old.deleted_at) is distinct from (new.usertype, new.approved,
    new.deleted_at))
  execute function app.tg_profiles__life();
