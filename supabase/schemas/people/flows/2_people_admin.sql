-- People for staff: approving and editing them, and checking whether an account exists.

create function public.sign_out_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('people');
  v_person public.profiles;
begin
  v_person := app.lock_person(sign_out_person.user_id, v_me);
  perform app.audit('sign_out', 'profiles', v_person.id::text, null, null);
  perform app.end_sessions(v_person.id);
end $$;
comment on function public.sign_out_person is
  'Signs a person out on all devices, for example after losing a phone. '
  'Errors: must_login, not_allowed, demo_mode, person_not_found.';
grant execute on function public.sign_out_person(uuid) to authenticated;

-- Logs a check whether an account exists. Fleet admins may make enough checks for drivers whom they want to add, but
-- too few to search for everyone.
create function app.limit_account_checks(me public.profiles, email text, mobile text, is_occupied boolean,
  purpose text default 'account_check') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A request whose filter or cast fails after the check would undo the count and the line in the log.
  perform app.refuse_parts();
  if (me).usertype = 'fleetadmin' then perform app.enforce_limit(limit_account_checks.purpose, (me).id::text); end if;
  perform app.audit('check_user_exists', 'profiles', null, null,
    jsonb_strip_nulls(jsonb_build_object('email', app.email_of(limit_account_checks.email),
    'mobile', app.mobile_of(limit_account_checks.mobile), 'exists', limit_account_checks.is_occupied)));
end $$;

create function public.check_user_exists(email text default null, mobile text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles;
  v_taken boolean;
begin
  -- People other than staff are refused, because they could find out who has an account.
  if app.is_person() then v_me := app.require_staff('people'); end if;
  perform app.require_contact(check_user_exists.email, check_user_exists.mobile);
  v_taken := app.is_contact_taken(check_user_exists.email, check_user_exists.mobile);
  if v_me.id is not null then
    perform app.limit_account_checks(v_me, check_user_exists.email, check_user_exists.mobile, v_taken);
    if v_taken then return app.answer_refusal('user_exists', 409, 'An account has this address or number'); end if;
  elsif v_taken then
    perform app.refuse('user_exists', 409, 'An account has this address or number');
  end if;
  return '{"users": []}'::jsonb;
end $$;
comment on function public.check_user_exists is
  'Whether an e-mail address or number is free: returns {"users": []}, or the error user_exists if it is not. For the '
  'service role, admins, and fleet admins (20 times an hour); checks by staff are logged. '
  'Errors: must_login, not_allowed, email_or_mobile_issue, user_exists, too_many_requests.';
grant execute on function public.check_user_exists(text, text) to authenticated;

-- An address for signing in is the key to an account and its wallet, so a change by the office is bound: only people
-- whom the caller may edit, no address of another account, both addresses are told, every session ends, and withdrawals
-- wait as after any change of a contact (money/wiring/1_bank_changes.sql).
create function public.plan_email(user_id uuid, email text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('people');
  v_person public.profiles;
  v_email text := app.email_of(plan_email.email);
  v_taken boolean;
begin
  perform app.refuse_own(v_me, plan_email.user_id);
  v_person := app.lock_person(plan_email.user_id, v_me);
  if v_email is null then perform app.refuse('proper_email', 422, 'Give an address such as anna@example.com'); end if;
  if v_email = lower(v_person.email) then return jsonb_build_object('id', v_person.id, 'made', true); end if;
  v_taken := app.is_contact_taken(v_email, null);
  perform app.limit_account_checks(v_me, v_email, null, v_taken, 'account_plan');
  if v_taken then return app.answer_refusal('user_exists', 409, 'An account has this address'); end if;
  insert into app.email_plans as e (user_id, email, planned_by) values (v_person.id, v_email, v_me.id)
  on conflict on constraint email_plans_pkey do update set email = excluded.email, planned_by = excluded.planned_by,
    at = excluded.at;
  perform app.audit('change_email', 'profiles', v_person.id::text, jsonb_build_object('email', v_person.email),
    jsonb_build_object('email', v_email));
  return jsonb_build_object('id', v_person.id, 'made', false, 'user',
    jsonb_build_object('email', v_email, 'email_confirm', true));
end $$;
comment on function public.plan_email is
  'Checks that the caller may give this person this e-mail address for signing in, and that it is free; called for '
  'the route accounts/users. Returns {id, made: whether the person has it already, user: the request to the auth '
  'server}. The change ends the person''s sessions, is told to both addresses, and withdrawals wait for '
  'settings.bank_change_hours. For admins; the address of an admin needs the permission staff, and the own one '
  'changes in the profile. Calls are logged. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, person_not_found, proper_email, user_exists.';
grant execute on function public.plan_email(uuid, text) to authenticated;
