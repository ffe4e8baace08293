-- Accounts that staff creates for other people: who may create which account, and the request to the auth server that
-- creates it.

-- A retry with the same client_key finds the account of the first call, because the account's id is derived from
-- client_key.
create function public.plan_account(facts jsonb, client_key uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_facts jsonb := (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(case when jsonb_typeof(plan_account.facts) = 'object' then plan_account.facts else '{}' end) f
      where not app.is_blank(f.value #>> '{}'));
  v_id uuid := md5(v_me.id || ':' || coalesce(plan_account.client_key, gen_random_uuid()))::uuid;
  v_taken boolean;
begin
  perform app.check_account_plan(v_facts, v_me);
  if exists (select 1 from public.profiles p where p.id = v_id and p.created_by = v_me.id) then
    return jsonb_build_object('id', v_id, 'made', true);
  end if;
  v_taken := app.is_contact_taken(v_facts ->> 'email', v_facts ->> 'mobile');
  perform app.limit_account_checks(v_me, v_facts ->> 'email', v_facts ->> 'mobile', v_taken, 'account_plan');
  if v_taken then return app.answer_refusal('user_exists', 409, 'An account has this address or number'); end if;
  return jsonb_build_object('id', v_id, 'made', false, 'user', app.account_request(v_id, v_facts, v_me));
end $$;
comment on function public.plan_account is
  'Checks that the caller may create this account and that its e-mail address or number is free; called for the route '
  'accounts/users. Returns {id, made, user: the request to the auth server}; made: whether an account created with '
  'this client_key exists already. facts: {usertype, first_name, last_name, email, mobile, approved (admins), '
  'staff_role (of admins), fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, '
  'other_info (of drivers)}. Fleet admins: 20 times an hour, only their own drivers, approved only while '
  'driver_approval is off. Calls are logged. '
  'Errors: must_login, account_suspended, not_allowed, person_invalid, name_invalid, email_or_mobile_issue, '
  'user_exists, too_many_requests.';
grant execute on function public.plan_account(jsonb, uuid) to authenticated;
