-- Leaving: exports a person's data as JSON, and deletes a person. Rides and money stay without personal data. Money in
--          the wallet goes back to the cards that topped it up; the person decides about the rest.
-- Access: people delete themselves and export their data; admins delete other people
-- Tests:  tests/db/account_deletion.sql, tests/db/attacks_money.sql

create function app.anonymize_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Only of contacts that are proved to be this person's: the form or the row of another person stays.
  delete from app.sign_ups s using public.profiles p, app.proved_email(p.id) m where p.id = anonymize_person.user_id
    and (lower(s.facts ->> 'email') = m.email
      or s.facts ->> 'mobile' = p.mobile and not app.is_number_unproved(p));
  delete from app.known_callers c using public.profiles p, app.proved_email(p.id) m
  where p.id = anonymize_person.user_id
    and (c.email = m.email or c.mobile = p.mobile and not app.is_number_unproved(p));
  delete from app.import_rows r where r.target_id = anonymize_person.user_id;
  perform app.empty_account(anonymize_person.user_id);
  delete from app.inbound_texts t using public.profiles p where p.id = anonymize_person.user_id
    and (t.sender = p.mobile and not app.is_number_unproved(p)
      or t.booking_id in (select b.id from public.bookings b where b.customer_id = anonymize_person.user_id));
  perform app.delete_messages(anonymize_person.user_id);
  delete from public.driver_documents d where d.driver_id = anonymize_person.user_id;
  delete from public.saved_addresses a where a.user_id = anonymize_person.user_id;
  delete from public.desk_messages m where m.driver_id = anonymize_person.user_id;
  delete from public.push_tokens t where t.user_id = anonymize_person.user_id;
  update public.bookings b set customer_name = '', customer_contact = null, customer_image = null, guest_name = null
  where b.customer_id = anonymize_person.user_id;
  delete from public.booking_contacts k using public.bookings b where b.id = k.booking_id
    and b.customer_id = anonymize_person.user_id;
  update public.bookings b set driver_name = null, driver_image = null where b.driver_id = anonymize_person.user_id;
  update public.booking_contacts k set driver_contact = null from public.bookings b where b.id = k.booking_id
    and b.driver_id = anonymize_person.user_id;
  update public.drivers d set fleet_id = null where d.fleet_id = anonymize_person.user_id;
  update app.driver_shifts s set ended_at = coalesce(s.ended_at, greatest(s.began_at, app.now())), note = '',
    own_car = '{}' where s.driver_id = anonymize_person.user_id;
  update public.drivers d set driver_active_status = false, license_image = null, vehicle_number = null,
    other_info = null
  where d.id = anonymize_person.user_id;
  delete from public.driver_positions p where p.driver_id = anonymize_person.user_id;
  delete from app.alarms a where a.person_id = anonymize_person.user_id;
  delete from app.position_jumps j where j.driver_id = anonymize_person.user_id;
  update public.cash_reports r set objection = 'deleted' where r.customer_id = anonymize_person.user_id
    and r.objection is not null;
  update public.no_show_fees f set objection = 'deleted' where f.customer_id = anonymize_person.user_id
    and f.objection is not null;
  update public.cases c set (message, reach, closed_at) = ('deleted', null, coalesce(c.closed_at, app.now()))
    where anonymize_person.user_id in (c.customer_id, c.driver_id);
  -- Removes the person's pictures in the bucket `users`. Pictures of a booking are kept as long as the booking.
  perform app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and o.name like anonymize_person.user_id || '/%'));
  update public.profiles p set first_name = '', last_name = '', email = null, mobile = null, mobile_verified = false,
    mobile_by_staff = false, profile_image = null, approved = false, suspended_reason = null,
    referral_id = app.unused_letters(5, 'public.profiles', 'referral_id'), deleted_at = app.now()
      where p.id = anonymize_person.user_id;
  -- Bank details are deleted after the profile is marked as deleted, so that no notice of the change is sent.
  delete from public.bank_details b where b.user_id = anonymize_person.user_id;
  delete from public.tax_details t where t.user_id = anonymize_person.user_id;
  delete from app.payout_changes c where c.user_id = anonymize_person.user_id;
  -- Deletes the saved cards; a trigger also queues their deletion at the payment providers.
  delete from public.payment_methods m where m.user_id = anonymize_person.user_id;
end $$;

-- Rows of files that name a person who leaves, by the address or by a number that is surely theirs.
create function app.forget_imported_person(person public.profiles) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_mobile text := case when not app.is_number_unproved(person) then (person).mobile end;
begin
  delete from app.import_rows r where lower(r.facts ->> 'email') = lower((person).email)
    or r.facts ->> 'mobile' = v_mobile;
end $$;

-- keeps_imports: an import takes back an account that nobody has used; other files may still name the person.
create function app.delete_profile(user_id uuid, rest text default null, note text default null,
  keeps_imports boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_person public.profiles;
  v_case uuid;
begin
  -- Locks bookings, whose names are removed below, and drivers before the profile: app.booking_moved locks in this
  -- order, too, so that the two cannot deadlock.
  perform 1 from public.bookings b where delete_profile.user_id in (b.customer_id, b.driver_id) order by b.id
    for no key update;
  perform 1 from public.payments p
    where p.id in (select t.payment_id from app.returnable_topups(delete_profile.user_id) t) order by p.id
    for no key update;
  perform 1 from public.drivers d where delete_profile.user_id in (d.id, d.fleet_id) order by d.id for update;
  -- Locks the profile against a concurrent booking or acceptance: creating a booking locks the profile, and accepting
  -- one references the driver's row. The later of two concurrent transactions waits for the first.
  select p.* into v_person from public.profiles p where p.id = delete_profile.user_id
    and p.deleted_at is null for update;
  if not found then perform app.refuse('person_not_found', 404, 'No such person'); end if;
  if exists (select 1 from public.bookings b where b.customer_id = v_person.id and not app.is_closed(b.status))
    or exists (select 1 from public.bookings b where b.driver_id = v_person.id and not app.is_closed(b.status))
    or exists (select 1 from public.bookings b where b.fleet_id = v_person.id and not app.is_closed(b.status)) then
    perform app.refuse('active_booking', 409, 'A booking is open or unpaid');
  end if;
  if app.has_open_withdrawal(v_person.id) then
    perform app.refuse('withdrawal_open', 409, 'Complete or reject the withdrawal first');
  end if;
  v_case := app.settle_wallet(v_person, delete_profile.rest, delete_profile.note);
  if v_case is not null then return v_case; end if;
  -- Bonus money is forfeited instead of paid out, because it may only pay fares.
  perform app.post_ledger('bonus_forfeited', 'bonus_forfeited:' || v_person.id, null, jsonb_build_array(
    app.entry('bonus:' || v_person.id, -v_person.bonus_balance), app.entry('expense.referral', v_person.bonus_balance)))
  where v_person.bonus_balance > 0;
  perform app.audit('delete', 'profiles', v_person.id::text, jsonb_build_object('usertype', v_person.usertype));
  if not keeps_imports then perform app.forget_imported_person(v_person); end if;
  perform app.anonymize_person(v_person.id);
  return null;
end $$;

create function public.delete_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('delete_people');
begin
  if v_me.id = delete_person.user_id then
    perform app.refuse('not_allowed', 403, 'Admins delete others; use delete_my_account for the own account');
  end if;
  perform app.delete_profile(delete_person.user_id);
end $$;
comment on function public.delete_person is
  'Deletes a person. Bookings and money stay without the name; bonus money is forfeited, other money in the wallet '
  'goes back to the cards that topped it up. '
  'Errors: must_login, not_allowed, demo_mode, person_not_found, active_booking, wallet_not_empty (money is left that '
  'no card can take, or a debt), withdrawal_open.';
grant execute on function public.delete_person(uuid) to authenticated;

create function public.delete_my_account(rest text default null, note text default null) returns public.deleted_account
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_case uuid;
begin
  perform app.require_edits();
  perform app.require_fresh_sign_in();
  if v_me.usertype = 'admin' and not exists (select 1 from public.profiles p where p.usertype = 'admin' and p.approved
    and p.id <> v_me.id) then
    perform app.refuse('not_allowed', 403, 'The last admin cannot be deleted');
  end if;
  v_case := app.delete_profile(v_me.id, delete_my_account.rest, delete_my_account.note);
  return row(v_case is null, v_case);
end $$;
comment on function public.delete_my_account is
  'Deletes the caller, who has signed in within the last 15 minutes. Bookings and money stay without the name; bonus '
  'money is forfeited, other money in the wallet goes back to the cards that topped it up. What no card can take, '
  'rest decides: give_up leaves it to the firm, but not within settings.bank_change_hours of a change of bank details '
  'or a contact; ask_office opens a case with note (up to 2000 characters) in which the office pays it out, and the '
  'account stays until then. Returns {is_deleted, case_id}. '
  'Errors: must_login, not_allowed, demo_mode, sign_in_again, payout_waits, active_booking, wallet_not_empty (money '
  'is left, or a debt), withdrawal_open, message_invalid.';
grant execute on function public.delete_my_account(text, text) to authenticated;
