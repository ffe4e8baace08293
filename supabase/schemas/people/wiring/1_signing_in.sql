-- Signing in: the size limit of user metadata, and phone numbers that were not used for so long that they may have a
-- new owner.

-- Records an account as dormant if its last sign-in is older than settings.phone_dormant_days. If Auth has stored no
-- sign-in, the verification of the number counts. A person whose session is in use is not dormant. Nothing changes
-- while the desk admits the number.
create function app.tg_users__record_dormant() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_since timestamptz := app.now() - make_interval(days => (app.settings()).phone_dormant_days);
begin
  if v_since < app.now() and app.outside_time(coalesce(old.last_sign_in_at, old.phone_confirmed_at)) < v_since
    and not exists (select 1 from auth.sessions s where s.user_id = new.id
      and app.outside_time(coalesce(s.refreshed_at at time zone 'UTC', s.created_at)) > v_since) then
    insert into app.dormant_numbers as n (user_id, refused_in) values (new.id, pg_current_xact_id())
    on conflict on constraint dormant_numbers_pkey do update set refused_in = excluded.refused_in
      where n.admitted_until is null or n.admitted_until < app.now();
  end if;
  return new;
end $$;

create trigger users__record_dormant after update of phone_confirmed_at on auth.users
  for each row when (old.phone_confirmed_at is not null
    and new.phone_confirmed_at is distinct from old.phone_confirmed_at
    and new.phone is not distinct from old.phone)
  execute function app.tg_users__record_dormant();
