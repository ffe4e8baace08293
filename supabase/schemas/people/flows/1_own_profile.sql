-- Own profile: names, contacts, language, picture and bank details, changed by their owner.
-- Access: people change their own profile; admins with the permission read_bank read bank details
-- Tests:  tests/db/profiles.sql, tests/db/bank_details.sql

create function public.update_profile(
  first_name text default null, last_name text default null, mobile text default null,
  lang_locale text default null, date_locale text default null, email text default null
) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_mobile text := app.mobile_of(update_profile.mobile);
  v_email text := app.email_of(update_profile.email);
begin
  if (update_profile.first_name is not null and app.is_blank(update_profile.first_name))
    or (update_profile.last_name is not null and app.is_blank(update_profile.last_name))
    or length(update_profile.first_name) > 80 or length(update_profile.last_name) > 80 then
    perform app.refuse('profile_incomplete', 422, 'Give a first and a last name of up to 80 letters');
  end if;
  if update_profile.mobile <> coalesce(v_me.mobile, '-') and v_mobile is distinct from v_me.mobile then
    if v_me.mobile_locked then
      perform app.refuse('mobile_locked', 403, 'The number was given at sign-up; only an admin changes it');
    end if;
    if v_mobile is null then
      perform app.refuse('mobile_no_blank_error', 422, 'Give a phone number in E.164 form, such as +4235550101');
    end if;
  end if;
  if lower(btrim(update_profile.email)) <> lower(coalesce(v_me.email, '-')) then
    if v_me.email_locked then
      perform app.refuse('email_locked', 403, 'The address was given at sign-up; only an admin changes it');
    end if;
    if v_email is null then perform app.refuse('proper_email', 422, 'Give an address such as anna@example.com'); end if;
    -- The address must be verified before it is stored, because the desk finds people by their address.
    perform app.refuse('email_unproved', 403, 'Call auth.updateUser({email}) and verify the code; the profile follows');
  end if;
  update public.profiles p set
    first_name = coalesce(btrim(update_profile.first_name), p.first_name),
    last_name = coalesce(btrim(update_profile.last_name), p.last_name),
    mobile = coalesce(v_mobile, p.mobile),
    mobile_verified = case when v_mobile is null or v_mobile = p.mobile then p.mobile_verified
      else exists (select 1 from auth.users u where u.id = p.id and u.phone_confirmed_at is not null
        and u.phone = substr(v_mobile, 2)) end,
    mobile_by_staff = p.mobile_by_staff and coalesce(v_mobile, p.mobile) is not distinct from p.mobile,
    lang_locale = coalesce(left(update_profile.lang_locale, 20), p.lang_locale),
    date_locale = coalesce(left(update_profile.date_locale, 20), p.date_locale)
  where p.id = v_me.id returning p.* into v_me;
  return v_me;
end $$;
comment on function public.update_profile is
  'Changes the caller''s own names, contacts and language; null keeps the current value. An e-mail address changes '
  'only through auth.updateUser and its code (email_unproved; email_locked if the address was given at sign-up). A '
  'new number is an unverified contact (mobile_verified). reg_type mobile, admin and registration lock the number. '
  'Errors: must_login, profile_incomplete, name_invalid, mobile_locked, mobile_no_blank_error, email_locked, '
  'email_unproved, proper_email.';
grant execute on function public.update_profile(text, text, text, text, text, text) to authenticated;

-- A person's picture always has the same path, because bookings copy the path when they are created or accepted.
create function public.set_profile_image(path text default null) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.unsuspended_caller();
begin
  if set_profile_image.path is not null and set_profile_image.path <> v_me.id || '/profileImage' then
    perform app.refuse('image_invalid', 422, 'path is <own id>/profileImage in the bucket users, or null for none');
  end if;
  update public.profiles p set profile_image = set_profile_image.path where p.id = v_me.id returning p.* into v_me;
  return v_me;
end $$;
comment on function public.set_profile_image is
  'Sets the caller''s profile picture, already uploaded to the bucket `users`: path is <own id>/profileImage, or null '
  'for no picture. '
  'Errors: must_login, image_invalid.';
grant execute on function public.set_profile_image(text) to authenticated;

-- Admins have no policy on bank_details: they read them with read_bank_details, which writes the access log.

create function public.set_bank_details(bank_name text, bank_code text, bank_account text) returns public.bank_details
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_name text := coalesce(app.plain(set_bank_details.bank_name), '');
  v_code text := upper(btrim(coalesce(set_bank_details.bank_code, '')));
  v_account text := upper(btrim(regexp_replace(coalesce(set_bank_details.bank_account, ''), '[[:space:]]+', ' ', 'g')));
  v_details public.bank_details;
begin
  if v_name = '' and v_code = '' and v_account = '' then
    delete from public.bank_details b where b.user_id = v_me.id;
    return null;
  end if;
  if not (app.settings()).bank_fields then
    perform app.refuse('bank_fields_off', 403, 'settings.bank_fields is off: bank details are not stored');
  end if;
  if length(v_name) not between 1 and 120 or v_code !~ '^[A-Z0-9 -]{0,40}$' or v_account !~ '^[A-Z0-9 /-]{4,60}$' then
    perform app.refuse('bank_details_invalid', 422,
      'Give bank_name, bank_account of 4 to 60 letters and digits, and bank_code of at most 40');
  end if;
  if not app.is_account(v_account) then
    perform app.refuse('bank_details_invalid', 422, 'The check digits of this IBAN are wrong');
  end if;
  insert into public.bank_details as b (user_id, bank_name, bank_code, bank_account)
    values (v_me.id, v_name, v_code, v_account)
  on conflict on constraint bank_details_pkey do update set bank_name = excluded.bank_name,
    bank_code = excluded.bank_code,
    bank_account = excluded.bank_account, updated_at = app.now()
  returning b.* into v_details;
  return v_details;
end $$;
comment on function public.set_bank_details is
  'Stores the caller''s bank details; all empty deletes them and returns null. The caller is notified of a change, '
  'and withdrawals wait for settings.bank_change_hours. '
  'Errors: must_login, bank_fields_off, bank_details_invalid.';
grant execute on function public.set_bank_details(text, text, text) to authenticated;
