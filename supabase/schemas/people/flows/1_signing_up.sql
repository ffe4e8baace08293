-- Signing up: a profile for every account, and the claims of a token.

-- People who return after deleting an account, and people who have another account, get no referrer, because they are
-- not new.
create function app.fill_profile(user_id uuid, metadata jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set
    first_name = case when p.first_name = '' and p.last_name = '' then n.first_name else p.first_name end,
    last_name = case when p.first_name = '' and p.last_name = '' then n.last_name else p.last_name end,
    mobile = coalesce(p.mobile, app.mobile_of(fill_profile.metadata ->> 'mobile')),
    mobile_by_staff = p.mobile_by_staff and p.mobile is not null,
    signup_via_referral = coalesce(p.signup_via_referral, (select r.referral_id from public.profiles r
      where r.referral_id = upper(fill_profile.metadata ->> 'referral_id') and r.id <> p.id and r.deleted_at is null
        and not exists (select 1 from app.same_person_accounts(p.id))))
  from app.names_from_metadata(fill_profile.metadata) n where p.id = fill_profile.user_id;
end $$;
comment on function app.fill_profile is 'Fills empty profile fields with the data given at sign-up.';

-- Creates the row in drivers for a new driver, with the car's data from the metadata.
create function app.create_driver(user_id uuid, fleet_id uuid, metadata jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.drivers (id, fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color,
    vehicle_number, other_info)
  select create_driver.user_id, create_driver.fleet_id, (select c.id from public.car_types c
    where c.id::text = create_driver.metadata ->> 'car_type_id'),
    v.texts[1], v.texts[2], v.texts[3], v.texts[4], v.texts[5]
  from (select array(select left(nullif(btrim(create_driver.metadata ->> k.key), ''), 500)
    from unnest(array['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number',
      'other_info']) with ordinality k (key, nr) order by k.nr) as texts) v
$$;

-- Creates the profile of an account. User metadata never decides the role; only app metadata can set it, with the keys
-- usertype, staff_role, approved, reg_type, fleet_id and created_by. Drivers who registered or were added by a fleet
-- wait for approval while settings.driver_approval is on. People added by staff are logged under created_by.
create function app.create_profile(account auth.users) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_set jsonb := coalesce(account.raw_app_meta_data, '{}');
  v_metadata jsonb := coalesce(account.raw_user_meta_data, '{}');
  v_usertype text := coalesce(v_set ->> 'usertype', 'rider');
  v_fleet uuid := (select p.id from public.profiles p where p.id::text = v_set ->> 'fleet_id'
    and p.usertype = 'fleetadmin');
  v_maker uuid := (select p.id from public.profiles p where p.id = app.uuid_of(v_set ->> 'created_by'));
  v_waits boolean := v_usertype = 'driver' and (v_set ->> 'reg_type' = 'registration' or v_fleet is not null)
    and (app.settings()).driver_approval;
begin
  insert into public.profiles (id, mobile, mobile_verified, email, usertype, referral_id, approved, reg_type,
    staff_role, created_by, mobile_by_staff)
  values (account.id, app.verified_number(account.phone), account.phone_confirmed_at is not null
    and app.verified_number(account.phone) is not null, account.email, v_usertype,
    app.unused_letters(5, 'public.profiles', 'referral_id'),
    coalesce((v_set ->> 'approved')::boolean, not coalesce(v_waits, false)),
    coalesce(v_set ->> 'reg_type', case
      when coalesce(v_set ->> 'provider', 'email') not in ('email', 'phone') then 'social'
      when coalesce(account.email, '') = '' then 'mobile' else 'email' end),
    case when v_usertype = 'admin' then coalesce(v_set ->> 'staff_role', 'owner') end,
    -- The account's number is one that the server wrote; a number in the metadata may come from the person.
    v_maker, coalesce(account.phone, '') <> '' and exists (select 1 from public.profiles p where p.id = v_maker
      and p.usertype = 'admin'));
  if account.confirmed_at is not null or app.is_made_by_server(v_set) then
    perform app.fill_profile(account.id, v_metadata);
  end if;
  if v_usertype = 'driver' then perform app.create_driver(account.id, v_fleet, v_metadata); end if;
  insert into public.audit_log (actor_id, actor_role, action, target, target_id, after)
  select c.id, c.usertype, 'create', 'profiles', account.id::text,
    app.masked(jsonb_strip_nulls(jsonb_build_object('usertype', v_usertype,
    'email', nullif(account.email, ''), 'mobile', app.verified_number(account.phone), 'fleet_id', v_fleet)))
  from public.profiles c where c.id = app.uuid_of(v_set ->> 'created_by') and app.is_staff(c.usertype);
end $$;
