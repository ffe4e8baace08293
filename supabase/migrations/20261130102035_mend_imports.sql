-- mend_imports: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.count_import_people(app.imports, integer[], uuid[]);
drop function public.start_import(text, text, uuid);
drop function app.delete_profile(uuid, text, text);

insert into app.limits (purpose, most, seconds, refusal) values ('invitation', 60, 3600, 'At most %s invitations an hour')
on conflict on constraint limits_pkey do nothing;

alter table app.imports add column row_count integer check (row_count between 1 and 20000);

call app.describe('app.imports', $$
  Files that admins import. They are kept for 30 days, so that an import can be taken back.
  kind: What a row of the file is.
  name: Name of the file.
  created_by: The admin who imports it; nobody else reads its rows.
  began_at: When the first row was written; from then on no rows are added.
  undone_at: When the import was first taken back.
  row_count: Number of rows of the file, until all are stored; null from then on, or if the client did not say.
$$);

create index import_rows_email on app.import_rows (lower(facts ->> 'email'));

create index import_rows_mobile on app.import_rows ((facts ->> 'mobile'));

create function app.require_whole_import(import app.imports) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (import).row_count is not null then
    perform app.refuse('import_incomplete', 409, 'Not all rows of the file are stored; import it again');
  end if;
end $$;

create function public.start_import(kind text, name text, client_key uuid, row_count integer default null)
  returns public.import_state
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles;
  v_import app.imports;
  v_id uuid;
begin
  v_me := app.require_importer(coalesce(start_import.kind, ''));
  if not exists (select from app.import_fields(start_import.kind)) then
    perform app.refuse('import_kind', 422, 'kind is drivers, fleets, staff, cars, callers, places, zones or promos');
  end if;
  if start_import.row_count > app.most_import_rows() then
    perform app.refuse('import_too_long', 422, format('At most %s rows a file', app.most_import_rows()));
  end if;
  v_id := md5(v_me.id || ':' || coalesce(start_import.client_key, gen_random_uuid()))::uuid;
  select i.* into v_import from app.imports i where i.id = v_id;
  if not found then
    perform app.enforce_limit('import', v_me.id::text);
    insert into app.imports (id, kind, name, created_by, row_count)
    values (v_id, start_import.kind, coalesce(nullif(left(app.plain(start_import.name), 200), ''), start_import.kind),
      v_me.id, case when start_import.row_count > 0 then start_import.row_count end)
    on conflict on constraint imports_pkey do nothing
    returning * into v_import;
    if found then
      perform app.audit('start_import', 'imports', v_id::text, null,
        jsonb_build_object('kind', v_import.kind, 'file', v_import.name));
    else
      -- A second request with the same key was faster.
      select i.* into v_import from app.imports i where i.id = v_id;
    end if;
  end if;
  return app.import_view(v_import);
end $$;

comment on function public.start_import is
  'Begins the import of a file (its name) whose rows are drivers, fleets, staff, cars, callers, places, zones or '
  'promos. The same client_key answers with the same import. row_count: number of rows that will be added; if given, '
  'none is checked or written before all are stored. Admins need the permission of what they import: people, of staff '
  'staff, of zones prices, of promos promotions. 60 files an hour. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_kind, import_too_long, too_many_requests.';

grant execute on function public.start_import(text, text, uuid, integer) to authenticated;

create or replace function public.add_import_rows(import_id uuid, rows jsonb) returns public.import_state
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(add_import_rows.import_id);
  v_count integer;
begin
  if v_import.began_at is not null then
    perform app.refuse('import_began', 409, 'The import has begun; import other rows as another file');
  end if;
  perform app.check_import_rows(v_import.kind, add_import_rows.rows);
  insert into app.import_rows as r (import_id, nr, facts)
  select distinct on ((e ->> 'nr')::integer) v_import.id, (e ->> 'nr')::integer, e -> 'facts'
  from jsonb_array_elements(add_import_rows.rows) e order by (e ->> 'nr')::integer
  on conflict on constraint import_rows_pkey do update set facts = excluded.facts, state = 'waiting', key_a = null,
    key_b = null, code = null, field = null, other_nr = null, changes = null;
  select count(*) into v_count from app.import_rows r where r.import_id = v_import.id;
  if v_count > app.most_import_rows() then
    perform app.refuse('import_too_long', 422, format('At most %s rows a file', app.most_import_rows()));
  end if;
  if v_count >= v_import.row_count then
    update app.imports i set row_count = null where i.id = v_import.id;
  end if;
  return app.import_view(v_import);
end $$;

create or replace function app.import_into_callers(id uuid, facts jsonb, me public.profiles) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_known app.known_callers;
  v_row app.known_callers;
begin
  select c.* into v_known from app.known_callers c where c.id = import_into_callers.id
    for no key update;
  v_row := jsonb_populate_record(v_known, facts);
  -- Whoever proves the number or the address gets the name and the places of the caller, so a file does not change
  -- them.
  if v_known.id is not null and (v_row.mobile, v_row.email) is distinct from (v_known.mobile, v_known.email) then
    perform app.refuse_field('import_fixed', case when v_row.mobile is distinct from v_known.mobile then 'mobile'
      else 'email' end);
  end if;
  -- The same rules as for a rider whom the desk adds.
  perform app.check_account_plan(jsonb_strip_nulls(jsonb_build_object('usertype', 'rider', 'email', v_row.email,
    'mobile', v_row.mobile, 'first_name', nullif(v_row.first_name, ''), 'last_name', nullif(v_row.last_name, ''))),
    me);
  insert into app.known_callers as c (id, first_name, last_name, mobile, email, lang_locale, created_by)
  values (coalesce(v_row.id, app.uuid_v7()), coalesce(app.plain_name(v_row.first_name), ''),
    coalesce(app.plain_name(v_row.last_name), ''), v_row.mobile, v_row.email, v_row.lang_locale, auth.uid())
  on conflict on constraint known_callers_pkey do update set first_name = excluded.first_name,
    last_name = excluded.last_name, lang_locale = excluded.lang_locale
  returning c.* into v_row;
  if v_known.id is not null then
    perform app.audit('edit', 'known_callers', v_row.id::text, null, jsonb_build_object('changed',
      array(select jsonb_object_keys(facts) order by 1)));
  end if;
  return v_row.id;
end $$;

create or replace function app.import_into_places(id uuid, facts jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_label text := app.check_label(facts ->> 'label');
  v_lat double precision := (facts ->> 'lat')::double precision;
  v_lng double precision := (facts ->> 'lng')::double precision;
  v_person uuid := app.import_one_id(array(select a from app.accounts_with(facts ->> 'email', facts ->> 'mobile') a));
  v_caller uuid;
  v_id uuid := coalesce(import_into_places.id, app.uuid_v7());
begin
  if not app.is_place(v_lat, v_lng) then perform app.refuse_field('address_invalid', 'lat'); end if;
  if v_person is not null then
    perform 1 from public.profiles p where p.id = v_person for no key update;
    if import_into_places.id is null then
      perform app.check_limit('named_addresses', (select count(*) from public.saved_addresses a
        where a.user_id = v_person and a.label is not null));
    end if;
    -- What the person has saved counts more than the file.
    insert into public.saved_addresses (id, user_id, label, description, lat, lng, count)
    values (v_id, v_person, v_label, left(facts ->> 'description', 500), v_lat, v_lng, 0)
    on conflict do nothing returning saved_addresses.id into v_id;
    return v_id;
  end if;
  v_caller := app.import_caller(facts);
  if v_caller is null then
    perform app.refuse('import_no_owner', 404, 'No account and no known caller has this number or address');
  end if;
  if import_into_places.id is null then
    perform app.check_limit('named_addresses', (select count(*) from app.caller_places a where a.caller_id = v_caller));
  end if;
  insert into app.caller_places (id, caller_id, label, description, lat, lng)
  values (v_id, v_caller, v_label, left(facts ->> 'description', 500), v_lat, v_lng)
  on conflict on constraint caller_places_pkey do update set description = excluded.description, lat = excluded.lat,
    lng = excluded.lng;
  return v_id;
end $$;

comment on function app.import_into is
  'Adds the thing of a row, or changes the one with this id, by the same rules as its form. Returns its id; null if '
  'it was left as it is.';

create or replace function app.invite(person_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user auth.users;
  v_contact text;
  v_kind text;
  v_words text;
begin
  select u.* into v_user from auth.users u join public.profiles p on p.id = u.id
  where u.id = invite.person_id and u.last_sign_in_at is null and p.created_by is not null and p.deleted_at is null
    and p.suspended_at is null;
  if not found then return null; end if;
  v_kind := case when coalesce(v_user.email, '') <> '' then 'mail' else 'sms' end;
  v_contact := case v_kind when 'mail' then v_user.email else app.verified_number(v_user.phone) end;
  v_words := case v_kind when 'mail' then 'invitation' else 'invitation_sms' end;
  if v_contact is null then return null; end if;
  -- A second press or a second admin within an hour sends no second message, and nobody gets more than five.
  insert into app.invitations as i (person_id) values (v_user.id)
  on conflict on constraint invitations_pkey do update set sent_at = excluded.sent_at,
    sent_count = i.sent_count + 1 where i.sent_at < app.now() - interval '1 hour' and i.sent_count < 5;
  if not found then return null; end if;
  insert into app.outbox (kind, user_id, payload)
  select v_kind, v_user.id, jsonb_build_object(case v_kind when 'mail' then 'email' else 'phone' end, v_contact,
    'lang', coalesce(p.lang_locale, (select l.lang_locale from public.languages l where l.is_default)),
    'title', v_words || '.title', 'msg', v_words || '.text',
    -- Staff type names: a text message, which anybody's number may get, has none of their words.
    'params', jsonb_strip_nulls(jsonb_build_object('firm', (app.settings()).app_name,
      'name', case v_kind when 'mail' then p.first_name end)),
    'path', '/login#to=' || replace(replace(v_contact, '%', '%25'), '+', '%2B'))
  from public.profiles p where p.id = v_user.id;
  return v_kind;
end $$;

comment on function app.invite is
  'Queues an invitation to a person who has not signed in yet, at most one an hour and five altogether. Returns mail '
  'or sms; null if none was sent.';

create or replace function public.invite_person(user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_person public.profiles;
  v_kind text;
begin
  perform app.require_edits();
  perform app.enforce_limit('invitation', v_me.id::text);
  v_person := app.lock_person(invite_person.user_id, v_me);
  v_kind := app.invite(v_person.id);
  if v_kind is not null then perform app.audit('invite', 'profiles', v_person.id::text); end if;
  return v_kind is not null;
end $$;

comment on function public.invite_person is
  'Sends a person whom staff added, and who has never signed in, a message with a link to the sign-in; false if none '
  'was sent: they have come already, were invited within the hour or five times, or have no address. For admins, and '
  'fleet admins for their drivers. 60 an hour. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, person_not_found, too_many_requests.';

create or replace function app.anonymize_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from app.sign_ups s using public.profiles p where p.id = anonymize_person.user_id
    and (lower(s.facts ->> 'email') = lower(p.email) or s.facts ->> 'mobile' = p.mobile);
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

create function app.forget_imported_person(person public.profiles) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_mobile text := case when not app.is_number_unproved(person) then (person).mobile end;
begin
  delete from app.import_rows r where lower(r.facts ->> 'email') = lower((person).email)
    or r.facts ->> 'mobile' = v_mobile;
end $$;

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

create or replace function app.import_step(import app.imports, nr integer, facts jsonb, me public.profiles) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_kind text := (import).kind;
  v_id uuid;
  v_current jsonb;
  v_changes text[];
begin
  if v_kind = 'callers' and app.is_contact_taken(facts ->> 'email', facts ->> 'mobile') then
    return '{"did": "same"}'::jsonb;
  end if;
  v_id := app.import_found(v_kind, facts);
  if v_id is null and app.is_account_import(v_kind) then
    v_id := app.import_account_id((import).id, import_step.nr);
    return jsonb_build_object('did', 'fresh', 'id', v_id, 'user', app.import_account(v_kind, facts, v_id, me));
  elsif v_id is null then
    v_id := app.import_into(v_kind, null, facts, me);
    return jsonb_build_object('did', case when v_id is null then 'same' else 'fresh' end, 'id', v_id);
  end if;
  -- Made by this row, and the answer was lost.
  if app.is_account_import(v_kind) and v_id = app.import_account_id((import).id, import_step.nr) then
    return jsonb_build_object('did', 'fresh', 'id', v_id, 'user', null);
  end if;
  -- A place that the account has already, whoever saved it.
  if v_kind = 'places' and exists (select from public.saved_addresses a where a.id = v_id) then
    return jsonb_build_object('did', 'same', 'id', v_id);
  end if;
  v_current := app.import_current(v_kind, v_id);
  v_changes := app.import_changes(v_kind, facts, v_current);
  if v_changes is null then return jsonb_build_object('did', 'same', 'id', v_id); end if;
  perform app.import_patch(v_kind, case when v_kind = 'places' then facts else (select jsonb_object_agg(f.key, f.value)
    from jsonb_each(facts) f where f.key = any (v_changes)) end, v_id, me);
  return jsonb_build_object('did', 'changed', 'id', v_id, 'changes', to_jsonb(v_changes), 'before',
    (select jsonb_object_agg(k, coalesce(v_current -> k, 'null')) from unnest(v_changes) k));
end $$;

create function app.count_import_people(import app.imports, nrs integer[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_met record;
begin
  select array_agg(distinct r.nr) as nrs, array_agg(distinct a.id) as ids into v_met from app.import_rows r
  cross join lateral app.accounts_with(app.plain(r.facts ->> 'email'), app.plain(r.facts ->> 'mobile')) a (id)
  where r.import_id = (import).id and r.nr = any (count_import_people.nrs)
    and a.id <> app.import_account_id((import).id, r.nr);
  if v_met.ids is null or app.count_shown_rows('people', null, v_met.ids) is null then return; end if;
  update app.import_rows r set state = 'wrong', code = 'needs_approval', field = null, changes = null
  where r.import_id = (import).id and r.nr = any (v_met.nrs);
end $$;

comment on function app.count_import_people is
  'Counts the accounts that rows of an import lead to as read. Above the read limit, the rows that lead to one become '
  'wrong with needs_approval; call it before the rows are run.';

create function app.next_import_rows(import app.imports, states text[], most integer) returns setof app.import_rows
language plpgsql volatile security definer set search_path = '' as $$
declare v_nrs integer[] := array(select r.nr from app.import_rows r where r.import_id = (import).id
  and r.state = any (states) order by r.nr limit most);
begin
  perform app.count_import_people(import, v_nrs);
  return query select r.* from app.import_rows r where r.import_id = (import).id and r.nr = any (v_nrs)
    and r.state = any (states) order by r.nr;
end $$;

comment on function app.next_import_rows is
  'The next rows of an import in these states that the caller may still run.';

create or replace function public.check_import(import_id uuid, again boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(check_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
begin
  perform app.require_whole_import(v_import);
  -- A preview tells of people: the access log has it, and nobody asks for a part of the answer.
  perform app.log_list('people', v_import.id, 0);
  if again then
    update app.import_rows r set state = 'waiting' where r.import_id = v_import.id and r.state = 'wrong';
  end if;
  for v_row in select r.* from app.next_import_rows(v_import, '{waiting}', app.import_batch()) r loop
    perform app.store_import_result(v_import, v_row.nr, app.run_import_row(v_import, v_row, v_me, true), true);
  end loop;
  return to_jsonb(app.import_view(v_import));
end $$;

comment on function public.check_import is
  'Checks the next 500 rows of an import that wait for it, in a dry run: afterwards each is fresh, changed, same or '
  'wrong. Call it until none waits. again: checks those that are wrong once more, after what they need was added. Rows '
  'about people who have an account count towards the read limit; above it they are wrong with needs_approval. '
  '@returns import_state. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_incomplete.';

create or replace function app.begin_import(import app.imports) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (import).undone_at is not null then
    perform app.refuse('import_undone', 409, 'The import was taken back; import the file again');
  end if;
  if (import).began_at is null then
    perform app.require_whole_import(import);
    if exists (select from app.import_rows r where r.import_id = (import).id and r.state = 'waiting') then
      perform app.refuse('import_unchecked', 409, 'Some rows are not checked; call check_import until none waits');
    end if;
    update app.imports i set began_at = app.now() where i.id = (import).id;
    perform app.audit('import', 'imports', (import).id::text, null, jsonb_build_object('kind', (import).kind, 'rows',
      (select count(*) from app.import_rows r where r.import_id = (import).id)));
  end if;
end $$;

create or replace function public.apply_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(apply_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
begin
  perform app.log_list('people', v_import.id, 0);
  if app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Accounts are made by accounts/import');
  end if;
  perform app.begin_import(v_import);
  for v_row in select r.* from app.next_import_rows(v_import, '{waiting,fresh,changed}', app.import_batch()) r loop
    perform app.store_import_result(v_import, v_row.nr, app.run_import_row(v_import, v_row, v_me, false), false);
  end loop;
  return to_jsonb(app.import_view((select i from app.imports i where i.id = v_import.id)));
end $$;

comment on function public.apply_import is
  'Writes the next 500 rows of an import that are fresh or changed, once all are checked. Call it until none is left; '
  'a repeated call, or one after a breakdown, writes nothing twice. Rows that became wrong since the check are left '
  'out and say why. Not for drivers, fleets and staff, whose accounts accounts/import makes. @returns import_state. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone, '
  'import_incomplete, import_unchecked.';

create or replace function public.plan_import_accounts(import_id uuid, failed integer[] default '{}', most integer default 50)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(plan_import_accounts.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_result jsonb;
  v_users jsonb := '[]'::jsonb;
begin
  perform app.log_list('people', v_import.id, 0);
  if not app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Only drivers, fleets and staff become accounts');
  end if;
  perform app.begin_import(v_import);
  for v_row in select r.* from app.next_import_rows(v_import, '{waiting,fresh,changed}',
    least(greatest(most, 1), 200)) r
  loop
    v_result := app.run_import_row(v_import, v_row, v_me, false);
    if v_result ->> 'code' is not null then
      perform app.store_import_result(v_import, v_row.nr, v_result, false);
    elsif exists (select 1 from public.profiles p where p.id = app.import_account_id(v_import.id, v_row.nr)
      and p.created_by = v_me.id) then
      perform app.finish_import_account(v_import, v_row);
    elsif v_row.nr = any (failed) then
      perform app.store_import_result(v_import, v_row.nr, '{"code": "server_busy"}', false);
    else
      perform app.store_import_result(v_import, v_row.nr, v_result, false);
      if v_result -> 'user' <> 'null' then
        v_users := v_users || jsonb_build_object('nr', v_row.nr, 'user', v_result -> 'user');
      end if;
    end if;
  end loop;
  return jsonb_build_object('users', v_users, 'import', to_jsonb(app.import_view((select i from app.imports i
    where i.id = v_import.id))));
end $$;

comment on function public.plan_import_accounts is
  'The next accounts of an import, for the route accounts/import: {users: [{nr, user: the request to the auth '
  'server}], import: import_state}. Rows of people who have an account are written at once; rows whose account was '
  'made since the last call are finished. failed: numbers of rows for which the auth server made no account. @returns '
  'import_plan. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone, '
  'import_incomplete, import_unchecked.';

create or replace function app.undo_import_account(id uuid, me public.profiles) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.profiles p join auth.users u on u.id = p.id where p.id = undo_import_account.id
      and p.deleted_at is null and u.last_sign_in_at is null)
    or exists (select 1 from public.bookings b
      where undo_import_account.id in (b.customer_id, b.driver_id, b.fleet_id))
    or exists (select 1 from public.drivers d where d.fleet_id = undo_import_account.id)
    or exists (select 1 from app.shared_vehicles v where v.fleet_id = undo_import_account.id)
    or exists (select 1 from public.driver_documents o where o.driver_id = undo_import_account.id) then
    return false;
  end if;
  perform app.check_permission(me, 'delete_people');
  -- Forgets the row's target first: deleting a person deletes the rows of imports about them.
  update app.import_rows r set target_id = null where r.target_id = undo_import_account.id;
  perform app.delete_profile(undo_import_account.id, keeps_imports => true);
  return true;
end $$;

create or replace function app.undo_import_row(import app.imports, line app.import_rows, me public.profiles) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (line).did = 'fresh' and app.is_account_import((import).kind) then
    return app.undo_import_account((line).target_id, me);
  elsif (line).did = 'fresh' then
    return app.import_out_of((import).kind, (line).target_id);
  end if;
  -- Somebody has changed it again since.
  if app.import_changes((import).kind, app.import_facts((import).kind, (line).facts),
    app.import_current((import).kind, (line).target_id)) is not null then
    return false;
  end if;
  return app.import_patch((import).kind, (line).before || case when (import).kind = 'places'
    then (line).facts - array(select jsonb_object_keys((line).before)) else '{}' end, (line).target_id, me) is not null;
exception when others then
  if sqlstate not like 'PT%' and sqlstate not like '23%' then raise; end if;
  return false;
end $$;

create function app.find_made_accounts(import app.imports) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.import_rows r set state = 'done', did = 'fresh', code = null, field = null,
    target_id = app.import_account_id((import).id, r.nr)
  where r.import_id = (import).id and r.state in ('waiting', 'fresh', 'wrong') and exists (select from public.profiles p
    where p.id = app.import_account_id((import).id, r.nr) and p.created_by = (import).created_by
      and p.deleted_at is null);
end $$;

create or replace function public.undo_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(undo_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_is_undone boolean;
begin
  perform app.log_list('people', v_import.id, 0);
  if v_import.undone_at is null then
    update app.imports i set undone_at = app.now() where i.id = v_import.id returning i.* into v_import;
    perform app.audit('undo_import', 'imports', v_import.id::text, null, jsonb_build_object('kind', v_import.kind));
  end if;
  if app.is_account_import(v_import.kind) then perform app.find_made_accounts(v_import); end if;
  for v_row in select r.* from app.import_rows r where r.import_id = v_import.id and r.state = 'done'
    order by r.nr desc limit case when app.is_account_import(v_import.kind) then 50 else app.import_batch() end
  loop
    v_is_undone := app.undo_import_row(v_import, v_row, v_me);
    update app.import_rows r set state = case when v_is_undone then 'undone' else 'kept' end
    where r.import_id = v_import.id and r.nr = v_row.nr;
  end loop;
  return to_jsonb(app.import_view(v_import));
end $$;

-- Sources of this migration, for the next one to compare with:
--   gone function app.count_import_people(app.imports, integer[], uuid[])
--   gone grant execute on function public.start_import(text, text, uuid) to authenticated
--   gone function public.start_import(text, text, uuid)
--   gone function app.delete_profile(uuid, text, text)
--   44501ffd9ccd rows of app.limits
--   | insert into app.limits (purpose, most, seconds, refusal) values
--   |   ('account_check', 20, 3600, 'At most %s addresses an hour'),
--   |   ('account_plan', 20, 3600, 'At most %s addresses an hour'),
--   |   ('alarm', 20, 60, 'At most %s a minute; the desk already has the alarm'),
--   |   ('application_file', 20, 3600, 'At most %s files an hour'),
--   |   ('cancelled_bookings', 20, 600, '%s bookings cancelled within ten minutes; try again later'),
--   |   ('case', 10, 3600, 'At most %s cases an hour'),
--   |   ('desk_message', 20, 60, 'At most %s messages a minute'),
--   |   ('guest_text', 10, 3600, 'At most %s guests an hour'),
--   |   ('import', 60, 3600, 'At most %s files an hour'),
--   |   ('invitation', 60, 3600, 'At most %s invitations an hour'),
--   |   ('message_desk', 20, 60, 'At most %s messages a minute'),
--   |   ('nearby', 60, 60, 'At most %s calls a minute'),
--   |   ('nearby_of_visitors', 1200, 60, 'At most %s calls of all visitors a minute'),
--   |   ('receipt', 5, 3600, 'At most %s receipts an hour'),
--   |   ('street_receipt', 3, 86400, 'At most %s texts per trip'),
--   |   ('street_receipt_of_driver', 40, 86400, 'At most %s texts a day'),
--   |   ('unpaid_payments', 20, 3600, '%s payments within an hour were not paid; try again later')
--   63e1852c9cf2 table app.imports
--   | create table app.imports (
--   |   id uuid primary key,
--   |   kind public.import_kind not null,
--   |   name text not null check (btrim(name) <> '' and length(name) <= 200),
--   |   created_by uuid not null references public.profiles (id) on delete cascade,
--   |   created_at timestamptz not null default app.now(),
--   |   began_at timestamptz,
--   |   undone_at timestamptz,
--   |   row_count integer check (row_count between 1 and 20000)
--   | )
--   3633134ad897 description of app.imports
--   3b1fe8fee350 index app.import_rows_email
--   6dc327614cff index app.import_rows_mobile
--   4cad9ed8000a function app.require_whole_import(app.imports)
--   fa7facc3a997 function public.start_import(text, text, uuid, integer)
--   51f311b0b410 comment on function public.start_import
--   a2186778543b grant execute on function public.start_import(text, text, uuid, integer) to authenticated
--   b12162c1f17e function public.add_import_rows(uuid, jsonb)
--   54cc248c9467 function app.import_into_callers(uuid, jsonb, public.profiles)
--   e30e31256eb1 function app.import_into_places(uuid, jsonb)
--   8d0de8156c96 comment on function app.import_into
--   54895ee372b6 function app.invite(uuid)
--   2b99fa0bb056 comment on function app.invite
--   3928b9ad88c4 function public.invite_person(uuid)
--   a9476328f1c1 comment on function public.invite_person
--   bdb94cb1ded0 function app.anonymize_person(uuid)
--   2739713c41b0 function app.forget_imported_person(public.profiles)
--   6315ce167e90 function app.delete_profile(uuid, text, text, boolean)
--   ef99f70a0f0b function app.import_step(app.imports, integer, jsonb, public.profiles)
--   500f8f3967eb function app.count_import_people(app.imports, integer[])
--   d36b945a1c80 comment on function app.count_import_people
--   c5f4b92ab3d4 function app.next_import_rows(app.imports, text[], integer)
--   6481d36992e1 comment on function app.next_import_rows
--   513659e4c03c function public.check_import(uuid, boolean)
--   d3b0783beb3d comment on function public.check_import
--   6772db9d5354 function app.begin_import(app.imports)
--   64c89dd8bd82 function public.apply_import(uuid)
--   abb12034c6b0 comment on function public.apply_import
--   6c767708541a function public.plan_import_accounts(uuid, integer[], integer)
--   32d2076addac comment on function public.plan_import_accounts
--   f5bd1f5cb48f function app.undo_import_account(uuid, public.profiles)
--   eb05654ccfd3 function app.undo_import_row(app.imports, app.import_rows, public.profiles)
--   c101a6e3db88 function app.find_made_accounts(app.imports)
--   f0123036c341 function public.undo_import(uuid)
