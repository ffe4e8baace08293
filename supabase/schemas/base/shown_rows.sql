-- Rows that were shown: which bookings and people the lists have shown to a member of staff. While settings.export_limit is set,
-- staff reads only these, in tables and from functions that return a row (read_limit.sql).
-- Needs:  settings, caller's rights; when a list is read: access log, approvals
-- Access: policies and functions call these; lists count their rows
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

create function app.is_shown(id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return app.reads_freely() or is_shown.id in (select app.rows_shown());
end $$;
comment on function app.is_shown is 'Whether a function may return this booking or person to the caller: always to riders and drivers, and to staff with a read limit if a list has shown it.';

-- Whether a line of the audit log may be shown while there is a limit: the caller's own changes, and those of rows that a list has shown.
create function app.is_change_shown(actor_id uuid, target text, target_id text) returns boolean language sql stable security definer set search_path = '' as $$
  select is_change_shown.target not in ('profiles', 'bookings') or is_change_shown.actor_id = auth.uid()
    or is_change_shown.target_id in (select r.id::text from app.rows_shown() r (id))
$$;
grant execute on function app.is_change_shown(uuid, text, text) to authenticated;

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
