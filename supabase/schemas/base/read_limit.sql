-- Read limit: how many bookings and people one staff member may read within a day (settings.export_limit).
-- Needs:  access log, approvals, the tables with contacts and places
-- Access: functions that list rows count them and refuse more than the limit; while a limit is set, staff reads from the tables
--   only rows that a list has returned to them
-- Tests:  tests/db/read_limit.sql

create table app.shown_rows (
  actor_id uuid not null,
  row_id uuid not null,
  at timestamptz not null default app.now(),
  primary key (actor_id, row_id)
);
call app.describe('app.shown_rows', $$
  Bookings and people that lists have returned to a staff member, kept for a day if settings.export_limit is set. The limit counts each row once, so refreshing a list does not use up the limit.
  row_id: The id of a booking or a person.
$$);
create index shown_rows_at on app.shown_rows (actor_id, at);
create index shown_rows_old on app.shown_rows (at);
alter table app.shown_rows enable row level security;

create function app.rows_approved(user_id uuid) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.amount), 0) from public.approvals a where a.kind = 'export' and a.status = 'approved'
    and a.user_id = rows_approved.user_id and a.decided_at > app.now() - interval '1 day'
$$;
comment on function app.rows_approved is 'Number of additional rows that a second person approved for a staff member within the last day.';

create function app.count_shown_rows(what text, subject_id uuid, ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_limit integer := (select nullif(s.export_limit, 0) from public.settings s where s.id = 1);
  v_new bigint;
begin
  if count_shown_rows.ids is null then return; end if;
  perform app.log_list(count_shown_rows.what, count_shown_rows.subject_id, cardinality(count_shown_rows.ids));
  if v_limit is null then return; end if;
  -- Lets only one list per staff member run at a time; otherwise concurrent lists could exceed the limit together.
  perform pg_advisory_xact_lock(hashtextextended('rows' || auth.uid()::text, 0));
  insert into app.shown_rows as r (actor_id, row_id) select auth.uid(), i.id from unnest(count_shown_rows.ids) i (id) order by i.id
  on conflict (actor_id, row_id) do update set at = excluded.at where r.at <= excluded.at - interval '1 day';
  get diagnostics v_new = row_count;
  if v_new > 0 and (select count(*) from app.shown_rows r where r.actor_id = auth.uid() and r.at > app.now() - interval '1 day')
      > v_limit + app.rows_approved(auth.uid()) then
    perform app.refuse('needs_approval', 409, format('Limit of %s bookings and people within a day: call request_approval(export, null, rows, reason); an admin has to approve', v_limit));
  end if;
end $$;
comment on function app.count_shown_rows is 'Writes the access log and counts the ids that a list returned; refuses with needs_approval if the caller has read more rows than settings.export_limit within a day. Functions that list rows call it.';

create function app.reads_freely() returns boolean language sql stable security definer set search_path = '' as $$
  select not app.has_current_role('admin', 'fleetadmin') or coalesce(s.export_limit, 0) = 0
  from public.settings s where s.id = 1
$$;
comment on function app.reads_freely is 'Whether the caller has no read limit; used in policies.';
grant execute on function app.reads_freely() to authenticated;

create function app.rows_shown() returns setof uuid language sql stable security definer set search_path = '' as $$
  select r.row_id from app.shown_rows r where r.actor_id = auth.uid() and r.at > app.now() - interval '1 day'
$$;
comment on function app.rows_shown is 'Ids of the rows that lists have returned to the caller within a day; used in policies.';
grant execute on function app.rows_shown() to authenticated;

-- Papers: staff has no standing right to read the pictures of drivers' documents. open_document counts and logs each one.
create table app.shown_files (
  actor_id uuid not null,
  path text not null,
  at timestamptz not null default app.now(),
  primary key (actor_id, path)
);
call app.describe('app.shown_files', $$
  Files that a staff member has opened. Storage shows them to that person for a minute, so that a page can load the file or sign a link to it.
  path: Path of the file in the bucket `users`.
$$);
create index shown_files_at on app.shown_files (at);
alter table app.shown_files enable row level security;

create function app.files_shown() returns setof text language sql stable security definer set search_path = '' as $$
  select f.path from app.shown_files f where f.actor_id = auth.uid() and f.at > app.now() - interval '1 minute'
    and (app.has_permission('people') or app.has_current_role('fleetadmin'))
$$;
comment on function app.files_shown is 'Paths of the files that the caller has opened within a minute; used in policies of storage.';
grant execute on function app.files_shown() to authenticated;

create type public.opened_file as (path text);
comment on type public.opened_file is 'Result of open_document: a file that storage shows the caller for a minute.';

create function public.open_document(id uuid) returns jsonb language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_document public.driver_documents;
begin
  perform app.require_edits();
  select o.* into v_document from public.driver_documents o join public.drivers d on d.id = o.driver_id
  where o.id = open_document.id and (v_me.usertype = 'admin' or d.fleet_id = v_me.id);
  if not found then perform app.refuse('document_not_found', 404, 'There is no such document'); end if;
  perform app.count_shown_rows('documents', v_document.driver_id, array[v_document.id]);
  insert into app.shown_files as f (actor_id, path) values (v_me.id, v_document.path)
  on conflict on constraint shown_files_pkey do update set at = excluded.at;
  return jsonb_build_object('path', v_document.path);
end $$;
comment on function public.open_document is 'Opens the picture of a driver''s document for admins and for the fleet admin of the driver: returns its path in the bucket users, which storage shows the caller for a minute. The access log records it, and it counts towards the read limit. Errors: must_login, account_suspended, not_allowed, demo_mode, document_not_found, needs_approval. @returns opened_file';
grant execute on function public.open_document(uuid) to authenticated;

-- Applies the read limit to every table with a contact or an exact place. While a limit is set, staff reads only rows that a
-- list has returned to them, and their own profile and withdrawals. The positions of drivers on duty are exempt, because the
-- desk's map needs them.
do $$
declare t record;
begin
  for t in select * from (values ('bookings', 'id'), ('booking_contacts', 'booking_id'), ('booking_stops', 'booking_id'),
      ('booking_revisions', 'booking_id'), ('booking_events', 'booking_id'), ('route_proposals', 'booking_id'),
      ('tracking_points', 'booking_id'), ('booking_offers', 'booking_id'), ('fare_quotes', 'customer_id'), ('profiles', 'id'),
      ('withdraw_requests', 'user_id'), ('receipts', 'booking_id'), ('payment_events', 'payment_id')) as v (name, key)
  loop
    execute format('create policy "with a read limit staff reads what lists showed them" on public.%I as restrictive for select to authenticated
      using ((select app.reads_freely()) or %I in (select app.rows_shown())%s)', t.name, t.key,
      case when t.key in ('user_id') or t.name = 'profiles' then format(' or %I = (select auth.uid())', t.key) else '' end);
  end loop;
end $$;

-- The audit log contains addresses and places of what was changed about people and bookings. Their own actions stay visible to
-- everyone. list_audit has the same condition.
create policy "with a read limit staff reads what lists showed them" on public.audit_log as restrictive for select to authenticated
  using ((select app.reads_freely()) or target not in ('profiles', 'bookings') or actor_id = (select auth.uid())
    or target_id in (select r.id::text from app.rows_shown() r (id)));
