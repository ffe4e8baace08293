-- People for staff: approving and editing them, and checking whether an account exists.

create function public.set_approved(user_id uuid, approved boolean, reason text default null) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_approved boolean := coalesce(set_approved.approved, false);
  v_person public.profiles := app.lock_person(set_approved.user_id, v_me, suspends => not v_approved);
  v_reason text := left(nullif(btrim(set_approved.reason), ''), 500);
begin
  if v_me.usertype = 'fleetadmin' and (app.settings()).driver_approval or v_person.id = v_me.id then
    perform app.refuse('not_allowed', 403,
      'Admins approve others; fleet admins their drivers while driver_approval is off');
  end if;
  if v_person.approved is distinct from v_approved then
    perform app.audit(case when v_approved then 'approve' else 'disapprove' end, 'profiles', v_person.id::text,
      jsonb_build_object('approved', v_person.approved),
        jsonb_strip_nulls(jsonb_build_object('approved', v_approved, 'reason', v_reason)));
    update public.profiles p set approved = v_approved where p.id = v_person.id;
    if v_approved then perform app.notify(v_person.id, 'account_approved'); end if;
    -- A suspended driver can read this notice while they finish a trip under way, and after the suspension.
    if not v_approved and v_person.usertype = 'driver' then
      perform app.notify(v_person.id, 'account_suspended', jsonb_build_object('reason', coalesce(v_reason, '')));
    end if;
    update public.profiles p set suspended_reason = case when p.suspended_at is not null then v_reason end
    where p.id = v_person.id returning p.* into v_person;
  end if;
  return app.masked_person(v_person);
end $$;
comment on function public.set_approved is
  'Approves a person, or suspends them with a reason that the person may read. When a person is suspended, their '
  'sessions end, with a trip to finish once that is paid; a driver''s offers and coming rides go to other drivers, '
  'but a started trip continues. The person gets a notice of an approval, a driver also of a suspension, which counts '
  'as read after an approval. Idempotent. '
  'Errors: must_login, account_suspended, not_allowed, person_not_found.';
grant execute on function public.set_approved(uuid, boolean, text) to authenticated;

create function public.approve_driver(driver_id uuid) returns public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_staff('people');
  if not exists (select 1 from public.profiles p where p.id = approve_driver.driver_id and p.usertype = 'driver') then
    perform app.refuse('person_not_found', 404, 'No such driver');
  end if;
  return public.set_approved(approve_driver.driver_id, true);
end $$;
comment on function public.approve_driver is
  'Approves a driver, like set_approved. '
  'Errors: must_login, not_allowed, person_not_found.';
grant execute on function public.approve_driver(uuid) to authenticated;

create function public.edit_person(user_id uuid, patch jsonb) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_patch jsonb := case when jsonb_typeof(edit_person.patch) = 'object' then edit_person.patch else '{}' end;
  v_person public.profiles := app.lock_person(edit_person.user_id, v_me, suspends => v_patch @> '{"approved": false}');
  v_before jsonb;
  v_what record;
begin
  perform app.check_version(v_patch, 'profiles', v_person.id::text, v_person.version);
  v_patch := v_patch - 'version';
  perform app.check_person_patch(v_person, v_me, v_patch);
  v_before := app.person_row(v_person.id);
  if v_patch ? 'approved' then
    v_person := public.set_approved(v_person.id, (v_patch ->> 'approved')::boolean);
  end if;
  update public.profiles p set
    first_name = coalesce(btrim(v_patch ->> 'first_name'), p.first_name),
    last_name = coalesce(btrim(v_patch ->> 'last_name'), p.last_name),
    mobile = coalesce(app.mobile_of(v_patch ->> 'mobile'), p.mobile),
    mobile_verified = p.mobile_verified and coalesce(app.mobile_of(v_patch ->> 'mobile'), p.mobile) = p.mobile,
    mobile_by_staff = p.mobile_by_staff or v_patch ? 'mobile'
  where p.id = v_person.id returning p.* into v_person;
  update public.drivers d set
    car_type_id = case when v_patch ? 'car_type_id' then (v_patch ->> 'car_type_id')::uuid else d.car_type_id end,
    fleet_id = case when v_patch ? 'fleet_id' then (v_patch ->> 'fleet_id')::uuid else d.fleet_id end,
    vehicle_make = case when v_patch ? 'vehicle_make' then btrim(v_patch ->> 'vehicle_make') else d.vehicle_make end,
    vehicle_model = case when v_patch ? 'vehicle_model' then btrim(v_patch ->> 'vehicle_model')
      else d.vehicle_model end,
    vehicle_color = case when v_patch ? 'vehicle_color' then btrim(v_patch ->> 'vehicle_color')
      else d.vehicle_color end,
    vehicle_number = case when v_patch ? 'vehicle_number' then btrim(v_patch ->> 'vehicle_number')
      else d.vehicle_number end,
    other_info = case when v_patch ? 'other_info' then btrim(v_patch ->> 'other_info') else d.other_info end
  where d.id = v_person.id and v_patch ?| array['car_type_id', 'fleet_id', 'vehicle_make', 'vehicle_model',
    'vehicle_color', 'vehicle_number', 'other_info'];
  if v_patch ?| array['seats', 'luggage', 'child_seats', 'wheelchair'] then
    insert into public.vehicles as v (driver_id, seats, luggage, child_seats, wheelchair)
    values (v_person.id, (v_patch ->> 'seats')::integer, coalesce((v_patch ->> 'luggage')::integer, 2),
      coalesce((v_patch ->> 'child_seats')::integer, 0),
      coalesce((v_patch ->> 'wheelchair')::boolean, false))
    on conflict on constraint vehicles_pkey do update set
      seats = case when v_patch ? 'seats' then excluded.seats else v.seats end,
      luggage = case when v_patch ? 'luggage' then excluded.luggage else v.luggage end,
      child_seats = case when v_patch ? 'child_seats' then excluded.child_seats else v.child_seats end,
      wheelchair = case when v_patch ? 'wheelchair' then excluded.wheelchair else v.wheelchair end;
  end if;
  select c.before, c.after into v_what from app.changes(v_before, app.person_row(v_person.id)) c;
  select p.* into v_person from public.profiles p where p.id = v_person.id;
  if v_what.after <> '{}' then
    perform app.audit('edit', 'profiles', v_person.id::text, v_what.before, v_what.after);
  end if;
  return app.masked_person(v_person);
end $$;
comment on function public.edit_person is
  'Applies a patch to a person''s data. Admins: first_name, last_name, mobile, approved, and for drivers car_type_id, '
  'fleet_id (null: none), vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info and what the car '
  'carries: seats (null: as its car type), luggage, child_seats, wheelchair. Fleet admins: vehicle and other_info of '
  'their own drivers. If the patch has a version, it is refused if the person or the car has changed since. '
  'Errors: must_login, not_allowed, version_conflict, person_not_found, person_invalid, name_invalid, '
  'mobile_no_blank_error.';
grant execute on function public.edit_person(uuid, jsonb) to authenticated;
