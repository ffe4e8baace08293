-- Rows that were shown: which bookings and people the lists have shown to a member of staff.

create table app.shown_rows (
  actor_id uuid not null,
  row_id uuid not null,
  at timestamptz not null default app.now(),
  is_counted boolean not null default true,
  primary key (actor_id, row_id)
);
call app.describe('app.shown_rows', $$
  Bookings and people that lists have returned to a staff member, kept for a day if settings.export_limit is set. The
    limit counts each row once, so refreshing a list does not use up the limit.
  row_id: The id of a booking or a person; a random id for a read that was refused.
  is_counted: Whether the row counts towards the limit. false: the attention list showed it, so that the desk may act
    on it, but not read more of it.
$$);

create index shown_rows_at on app.shown_rows (actor_id, at);
create index shown_rows_old on app.shown_rows (at);

alter table app.shown_rows enable row level security;

create function app.has_no_read_limit() returns boolean language sql stable security definer set search_path = '' as $$
  select not app.has_current_role('admin', 'fleetadmin') or coalesce(s.export_limit, 0) = 0
  from public.settings s where s.id = 1
$$;
comment on function app.has_no_read_limit is 'Whether the caller has no read limit; used in policies.';
grant execute on function app.has_no_read_limit() to authenticated;

create function app.rows_shown() returns setof uuid language sql stable security definer set search_path = '' as $$
  select r.row_id from app.shown_rows r where r.actor_id = auth.uid() and r.is_counted
    and r.at > app.now() - interval '1 day'
$$;
comment on function app.rows_shown is
  'Ids of the rows that lists have returned to the caller within a day; used in policies.';
grant execute on function app.rows_shown() to authenticated;

-- Whether a line of the audit log may be shown while there is a limit: the caller's own changes, and those of rows that
-- a list has shown.
create function app.is_change_shown(actor_id uuid, target text, target_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select is_change_shown.target not in ('profiles', 'bookings') or is_change_shown.actor_id = auth.uid()
    or is_change_shown.target_id in (select r.id::text from app.rows_shown() r (id))
$$;
grant execute on function app.is_change_shown(uuid, text, text) to authenticated;
