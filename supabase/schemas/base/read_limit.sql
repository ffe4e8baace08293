-- Read limit: how many bookings and people one staff member may read within a day (settings.export_limit).
-- Needs:  access log, approvals, the tables with contacts and places
-- Access: functions that list rows count them and refuse more than the limit; while a limit is set, staff reads from the tables
--   only rows that a list has returned to them
-- Tests:  tests/db/read_limit.sql

create function app.rows_approved(user_id uuid) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.amount), 0) from public.approvals a where a.kind = 'export' and a.status = 'approved'
    and a.user_id = rows_approved.user_id and a.decided_at > app.now() - interval '1 day'
$$;
comment on function app.rows_approved is 'Number of additional rows that a second person approved for a staff member within the last day.';

-- The limit is one of people, not of accounts: admins whom an admin adds share the admin's count until they are settled.
create function app.reader() returns uuid language sql stable security definer set search_path = '' as $$
  with recursive up as (select auth.uid() as id, 1 as depth
    union all select a.changed_by, u.depth + 1 from up u join app.unsettled_accounts() a on a.person_id = u.id where u.depth < 50)
  select u.id from up u order by u.depth desc limit 1
$$;
comment on function app.reader is 'The settled account whose read limit the caller shares: the caller''s own, or that of the admin who added the caller, directly or through others.';

create function app.readers() returns setof uuid language sql stable security definer set search_path = '' as $$
  with recursive down as (select app.reader() as id
    union select a.person_id from down d join app.unsettled_accounts() a on a.changed_by = d.id)
  select d.id from down d
$$;

create function app.rows_counted() returns setof uuid language sql stable security definer set search_path = '' as $$
  select distinct r.row_id from app.shown_rows r where r.actor_id in (select app.readers()) and r.is_counted and r.at > app.now() - interval '1 day'
$$;
comment on function app.rows_counted is 'Ids of the rows that count towards the caller''s read limit.';

create function app.rows_left() returns bigint language sql volatile security definer set search_path = '' as $$
  select greatest(0, s.export_limit + app.rows_approved(auth.uid()) - (select count(*) from app.rows_counted()))::bigint
  from public.settings s where s.id = 1 and s.export_limit > 0
$$;
comment on function app.rows_left is 'How many further bookings and people the caller may read within a day; null without a read limit.';

-- Papers: staff has no standing right to read the pictures of drivers' documents. open_document counts and logs each one.
create table app.shown_files (
  actor_id uuid not null,
  path text not null,
  at timestamptz not null default app.now(),
  primary key (actor_id, path)
);
call app.describe('app.shown_files', $$
  Files that a staff member has opened. Storage shows them to that person for a minute, so that a page can load the file or sign a link to it.
  path: Copy of the document's path.
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
  v_refusal jsonb;
begin
  perform app.require_edits();
  v_refusal := app.read_refusal('documents', open_document.id);
  if v_refusal is not null then return v_refusal; end if;
  select o.* into v_document from public.driver_documents o join public.drivers d on d.id = o.driver_id
  where o.id = open_document.id and (v_me.usertype = 'admin' or d.fleet_id = v_me.id);
  if not found then perform app.refuse('document_not_found', 404, 'There is no such document'); end if;
  perform app.require_clean('users', v_document.path);
  v_refusal := app.count_shown_rows('documents', v_document.driver_id, array[v_document.id]);
  if v_refusal is not null then return v_refusal; end if;
  insert into app.shown_files as f (actor_id, path) values (v_me.id, v_document.path)
  on conflict on constraint shown_files_pkey do update set at = excluded.at;
  return jsonb_build_object('path', v_document.path);
end $$;
comment on function public.open_document is 'Opens the picture of a driver''s document for admins and for the fleet admin of the driver: returns its path in the bucket users, which storage shows the caller for a minute. The access log records it, and it counts towards the read limit. Errors: must_login, account_suspended, not_allowed, demo_mode, document_not_found, file_being_checked, needs_approval. @returns opened_file';
grant execute on function public.open_document(uuid) to authenticated;

-- Applies the read limit to every table with a contact or an exact place. While a limit is set, staff reads only rows that a
-- list has returned to them, and their own profile. The positions of drivers on duty are exempt, because the
-- desk's map needs them.
do $$
declare t record;
begin
  for t in select * from (values ('bookings', 'id'), ('booking_contacts', 'booking_id'), ('booking_stops', 'booking_id'),
      ('booking_revisions', 'booking_id'), ('booking_events', 'booking_id'), ('route_proposals', 'booking_id'),
      ('tracking_points', 'booking_id'), ('booking_offers', 'booking_id'), ('fare_quotes', 'customer_id'), ('profiles', 'id'),
      ('receipts', 'booking_id'), ('payment_events', 'payment_id')) as v (name, key)
  loop
    execute format('create policy "with a read limit staff reads what lists showed them" on public.%I as restrictive for select to authenticated
      using ((select app.reads_freely()) or %I in (select app.rows_shown())%s)', t.name, t.key,
      case when t.name = 'profiles' then ' or id = (select auth.uid())' else '' end);
  end loop;
end $$;

-- The audit log contains addresses and places of what was changed about people and bookings. Their own actions stay visible to
-- everyone. The policy and list_audit ask this only while there is a limit.
create policy "with a read limit staff reads what lists showed them" on public.audit_log as restrictive for select to authenticated
  using ((select app.reads_freely()) or app.is_change_shown(actor_id, target, target_id));

-- Pictures of a booking follow the booking. Profile pictures and pictures of cars do not: the desk's pages show drivers whom no list
-- has shown, such as those on duty, with their picture.
create policy "with a read limit staff sees pictures of bookings it was shown" on storage.objects as restrictive for select to authenticated
  using (bucket_id <> 'bookings' or (select app.reads_freely()) or split_part(name, '/', 1) in (select r.id::text from app.rows_shown() r (id)));
