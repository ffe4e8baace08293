-- Profiles and drivers: the triggers that check their rows, and who may read them.

create function app.tg_profiles__plain_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.first_name := app.plain_name(new.first_name);
  new.last_name := app.plain_name(new.last_name);
  if not app.is_name(new.first_name) or not app.is_name(new.last_name) then perform app.refuse_name(); end if;
  return new;
end $$;

create trigger profiles__plain_names before insert or update of first_name, last_name on public.profiles
  for each row execute function app.tg_profiles__plain_names();

-- A driver's fleet_id must be the id of a fleet admin, because policies let the person with this id see the driver.
create function app.tg_drivers__check_fleet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.profiles p where p.id = new.fleet_id and p.usertype = 'fleetadmin'
    and p.deleted_at is null) then
    raise check_violation using message = format('%s is no fleet admin', new.fleet_id);
  end if;
  return new;
end $$;

create trigger drivers__check_fleet before insert or update of fleet_id on public.drivers
  for each row when (new.fleet_id is not null) execute function app.tg_drivers__check_fleet();

-- Records a suspension, because `approved` is false both for a person who waits for approval and for a suspended one. A
-- person who waits may submit documents; a suspended one may finish a trip under way.
create function app.tg_profiles__suspend() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.suspended_at := case when not new.approved and new.deleted_at is null then app.now() end;
  if new.suspended_at is null then new.suspended_reason := null; end if;
  return new;
end $$;

create trigger profiles__suspend before update of approved on public.profiles
  for each row when (old.approved is distinct from new.approved) execute function app.tg_profiles__suspend();

-- The version increases only when a column changes that staff edits in the form of a person (columns of profiles,
-- drivers and vehicles). Balances, ratings and shifts do not count, because they change while a form is open.
create trigger profiles__version before update of first_name, last_name, mobile, usertype, staff_role, approved,
  version on public.profiles
  for each row execute function app.tg_version('email_locked', 'mobile_locked', 'wallet_balance', 'bonus_balance',
    'rating', 'rating_count');

create policy "people read their own profile" on public.profiles for select to authenticated
  using (id = (select auth.uid()));

-- Admins read every profile, but in demo mode only their own: a policy cannot hide a column, so they read other people
-- through list_people, which masks contacts.
create policy "admins read every profile" on public.profiles for select to authenticated
  using ((select app.has_current_role('admin'))
    and (app.settings()).allow_critical_edits_admin);
create policy "fleet admins read their drivers' profiles" on public.profiles for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and (app.settings()).allow_critical_edits_admin
    and exists (select 1 from public.drivers d where d.id = profiles.id and d.fleet_id = (select auth.uid())));
create policy "drivers read their own row" on public.drivers for select to authenticated
  using (id = (select auth.uid()));
create policy "admins read every driver" on public.drivers for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "fleet admins read their drivers" on public.drivers for select to authenticated
  using ((select app.has_current_role('fleetadmin')) and fleet_id = (select auth.uid()));

create policy "admins read what roles may do" on public.staff_permissions for select to authenticated
  using ((select app.has_current_role('admin')));
