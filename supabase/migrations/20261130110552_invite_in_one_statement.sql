-- invite_in_one_statement: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.invite(uuid);

create function app.invite(people uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare v_count integer;
begin
  with able as materialized (
    select u.id, k.kind, case k.kind when 'mail' then u.email else app.verified_number(u.phone) end as contact
    from auth.users u join public.profiles p on p.id = u.id
    cross join lateral (select case when coalesce(u.email, '') <> '' then 'mail' else 'sms' end as kind) k
    where u.id = any (invite.people) and u.last_sign_in_at is null and p.created_by is not null
      and p.deleted_at is null and p.suspended_at is null
  ), invited as (
    -- A second press or a second admin within an hour sends no second message, and nobody gets more than five.
    insert into app.invitations as i (person_id) select a.id from able a where a.contact is not null order by a.id
    on conflict on constraint invitations_pkey do update set sent_at = excluded.sent_at,
      sent_count = i.sent_count + 1 where i.sent_at < app.now() - interval '1 hour' and i.sent_count < 5
    returning i.person_id
  )
  insert into app.outbox (kind, user_id, payload)
  select a.kind, a.id, jsonb_build_object(case a.kind when 'mail' then 'email' else 'phone' end, a.contact,
    'lang', coalesce(p.lang_locale, (select l.lang_locale from public.languages l where l.is_default)),
    'title', w.words || '.title', 'msg', w.words || '.text',
    -- Staff type names: a text message, which anybody's number may get, has none of their words.
    'params', jsonb_strip_nulls(jsonb_build_object('firm', (app.settings()).app_name,
      'name', case a.kind when 'mail' then p.first_name end)),
    'path', '/login#to=' || replace(replace(a.contact, '%', '%25'), '+', '%2B'))
  from invited i join able a on a.id = i.person_id join public.profiles p on p.id = a.id
  cross join lateral (select case a.kind when 'mail' then 'invitation' else 'invitation_sms' end as words) w;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

comment on function app.invite is
  'Queues invitations to those of these people who have not signed in yet, to each at most one an hour and five '
  'altogether. Returns how many.';

create or replace function public.invite_person(user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_person public.profiles;
  v_is_sent boolean;
begin
  perform app.require_edits();
  perform app.enforce_limit('invitation', v_me.id::text);
  v_person := app.lock_person(invite_person.user_id, v_me);
  v_is_sent := app.invite(array[v_person.id]) > 0;
  if v_is_sent then perform app.audit('invite', 'profiles', v_person.id::text); end if;
  return v_is_sent;
end $$;

create or replace function public.invite_imported(import_id uuid) returns integer
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  v_import app.imports := app.lock_import(invite_imported.import_id);
  v_count integer;
begin
  if not app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Only drivers, fleets and staff have accounts');
  end if;
  perform app.enforce_limit('invitation', v_import.created_by::text);
  v_count := app.invite(array(select r.target_id from app.import_rows r
    where r.import_id = v_import.id and r.state = 'done' and r.did = 'fresh'));
  if v_count > 0 then
    perform app.audit('invite', 'imports', v_import.id::text, null, jsonb_build_object('people', v_count));
  end if;
  return v_count;
end $$;

comment on function public.invite_imported is
  'Invites everyone for whom an import of the caller made an account and who has never signed in; returns how many '
  'messages were queued. Counts as one invitation of the sixty an hour. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, too_many_requests.';

create or replace function app.anonymize_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from app.sign_ups s using public.profiles p where p.id = anonymize_person.user_id
    and (lower(s.facts ->> 'email') = lower(p.email)
      or s.facts ->> 'mobile' = p.mobile and not app.is_number_unproved(p));
  delete from app.known_callers c using public.profiles p where p.id = anonymize_person.user_id
    and (c.email = lower(p.email) or c.mobile = p.mobile and not app.is_number_unproved(p));
  delete from app.import_rows r where r.target_id = anonymize_person.user_id;
  perform app.empty_account(anonymize_person.user_id);
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

-- Sources of this migration, for the next one to compare with:
--   gone function app.invite(uuid)
--   dfe29dd6d23c function app.invite(uuid[])
--   9900d44b1841 comment on function app.invite
--   43eaf5ceb62b function public.invite_person(uuid)
--   9d895d04c88b function public.invite_imported(uuid)
--   77fdfcf9fbe7 comment on function public.invite_imported
--   6056b221217c function app.anonymize_person(uuid)
