-- Invitations: messages to people for whom staff made an account and who have not signed in yet.
-- Access: admins with the permission people invite everyone, fleet admins their drivers
-- Tests:  tests/db/invitations.sql

-- The link opens the sign-in with the address filled in. It signs nobody in: that takes the code that the address gets.
-- The address stands in the fragment, which no server sees. All messages are queued by one statement, which wakes the
-- sender once.
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

create function public.invite_person(user_id uuid) returns boolean
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
comment on function public.invite_person is
  'Sends a person whom staff added, and who has never signed in, a message with a link to the sign-in; false if none '
  'was sent: they have come already, were invited within the hour or five times, or have no address. For admins, and '
  'fleet admins for their drivers. 60 an hour. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, person_not_found, too_many_requests.';
grant execute on function public.invite_person(uuid) to authenticated;

create function public.invite_imported(import_id uuid) returns integer
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
grant execute on function public.invite_imported(uuid) to authenticated;
