-- Sign-up form: the data of a new person is stored until a code verifies their e-mail address or number, and is applied
-- then.
-- Access: the service role stores a form (accounts/signup); the person who verified the form's contact finishes the
--         sign-up
-- Tests:  tests/db/sign_ups.sql, tests/api/sign-up.test.ts

-- This function does not look for an account, so that response and timing are the same whether or not the address has
-- one.
create function public.sign_up(facts jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usertype text := sign_up.facts ->> 'usertype';
  v_keys text[] := array['usertype', 'first_name', 'last_name', 'email', 'mobile', 'referral_id']
    || case when v_usertype = 'driver' then array['car_type_id', 'vehicle_make', 'vehicle_model', 'vehicle_color',
      'vehicle_number', 'seats', 'luggage', 'child_seats', 'wheelchair'] else '{}' end;
  v_facts jsonb := (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(case when jsonb_typeof(sign_up.facts) = 'object' then sign_up.facts else '{}' end) f
    where f.key = any (v_keys) and not app.is_blank(f.value #>> '{}'));
  v_id uuid;
begin
  perform app.check_sign_up(v_facts);
  insert into app.sign_ups as s (facts) values (v_facts) returning s.id into v_id;
  return v_id;
end $$;
comment on function public.sign_up is
  'Stores a newcomer''s form for accounts/signup, which limits how often it is called. Returns its id for '
  'finish_sign_up. facts: {usertype: rider or driver, first_name, last_name, email, mobile, referral_id} and for '
  'drivers {car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, seats, luggage, child_seats '
  '(whole numbers), wheelchair (true or false)}; other keys are ignored. '
  'Errors: person_invalid, name_invalid, email_or_mobile_issue, referral_invalid.';
grant execute on function public.sign_up(jsonb) to service_role;

-- Turns a new account into a driver's account. Refuses an account with another role. Also refuses an account with rides
-- or money, because that history belongs to a rider.
create function app.become_driver(me public.profiles, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare v_waits boolean := (app.settings()).driver_approval;
begin
  if me.usertype <> 'rider' or me.reg_type = 'admin' or me.wallet_balance <> 0 or me.bonus_balance <> 0
    or exists (select 1 from public.bookings b where b.customer_id = me.id) then
    perform app.refuse('account_in_use', 409,
      'This account has rides, money or a role of its own; sign up with another address');
  end if;
  update public.profiles p set usertype = 'driver', approved = not v_waits where p.id = me.id;
  -- A driver who waits for the first approval is not suspended, so suspended_at is cleared.
  update public.profiles p set suspended_at = null where p.id = me.id and p.suspended_at is not null;
  perform app.create_driver(me.id, null, facts);
  -- Without a row in vehicles, the car carries what its car type says.
  if facts ?| array['seats', 'luggage', 'child_seats', 'wheelchair'] then
    insert into public.vehicles (driver_id, seats, luggage, child_seats, wheelchair)
    values (me.id, (facts ->> 'seats')::integer, coalesce((facts ->> 'luggage')::integer, 2),
      coalesce((facts ->> 'child_seats')::integer, 0), coalesce((facts ->> 'wheelchair')::boolean, false));
  end if;
end $$;

-- Submits the documents of the form. All are optional, because they can be submitted later. The change to a driver has
-- ended the caller's session, so no function that asks for one may follow it.
create function app.submit_papers(driver_id uuid, papers jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare p record;
begin
  if jsonb_typeof(submit_papers.papers) <> 'array'
    or jsonb_array_length(submit_papers.papers) > app.most_paper_kinds() then
    perform app.refuse('document_invalid', 422, 'papers is [{kind, path, expires_on, number}]');
  end if;
  for p in select e ->> 'kind' as kind, e ->> 'path' as path, e ->> 'expires_on' as expires_on, e ->> 'number' as number
    from jsonb_array_elements(submit_papers.papers) e loop
    if p.expires_on !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
      perform app.refuse('document_invalid', 422, 'expires_on is a day: 2027-01-31');
    end if;
    perform app.store_document(submit_papers.driver_id, p.kind, p.path, p.expires_on::date, p.number);
  end loop;
end $$;

create function public.finish_sign_up(sign_up_id uuid, license_path text default null,
  license_expires_on date default null, license_number text default null,
  papers jsonb default '[]') returns public.profiles
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_sign_up app.sign_ups := app.own_sign_up(finish_sign_up.sign_up_id, v_me.id);
  v_facts jsonb := v_sign_up.facts;
  v_is_new boolean := exists (select 1 from auth.users u where u.id = v_me.id
    and app.outside_time(u.confirmed_at) >= v_sign_up.created_at);
begin
  if v_sign_up.id is null then
    perform app.refuse('sign_up_not_found', 404, 'Submit the form again with the address that was verified');
  end if;
  -- Locks the profile, as create_booking does, so that this account cannot book at the same time; and before it the
  -- driver, who may apply again.
  perform 1 from public.drivers d where d.id = v_me.id for no key update;
  select p.* into v_me from public.profiles p where p.id = v_me.id for no key update;
  if v_facts ->> 'usertype' = v_me.usertype::text and not (v_is_new and v_me.reg_type in ('email', 'mobile')) then
    return v_me;
  end if;
  if v_facts ->> 'usertype' = 'driver' then perform app.become_driver(v_me, v_facts); end if;
  -- Only a new account gets a referrer from the form.
  perform app.fill_profile(v_me.id, case when v_is_new then v_facts else v_facts - 'referral_id' end);
  update public.profiles p set reg_type = 'registration' where p.id = v_me.id and v_is_new
    and p.reg_type in ('email', 'mobile');
  if v_facts ->> 'usertype' = 'driver' then
    if finish_sign_up.license_path is not null then
      perform app.store_document(v_me.id, 'license', finish_sign_up.license_path, finish_sign_up.license_expires_on,
        finish_sign_up.license_number);
    end if;
    perform app.submit_papers(v_me.id, coalesce(finish_sign_up.papers, '[]'));
    perform app.store_application(v_sign_up.id, v_me.id);
  end if;
  select p.* into v_me from public.profiles p where p.id = v_me.id;
  return v_me;
end $$;
comment on function public.finish_sign_up is
  'Applies the data of a sign-up form to the caller''s account, once a code has verified its e-mail address or '
  'number: names, number and referrer of a new account. A person who applied as a driver becomes one, and the '
  'documents of the form are submitted: the licence (already uploaded to users/<own id>/license-…) with its number, '
  'and in papers those of other kinds: [{kind, path, expires_on, number}]. Missing documents can follow by '
  'submit_application_paper. A driver waits for approval while driver_approval is on; then the sessions end. Safe to '
  'call twice. '
  'Errors: must_login, account_suspended, sign_up_not_found, account_in_use, document_invalid.';
grant execute on function public.finish_sign_up(uuid, text, date, text, jsonb) to authenticated;
