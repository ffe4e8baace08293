-- Rows that were shown: which bookings and people the lists have shown to a member of staff. While
-- settings.export_limit is set, staff reads only these, in tables and from functions that return a row
-- (people/rules/1_read_limit.sql).
-- Access: policies and functions call these; lists count their rows
-- Tests:  tests/db/read_limit.sql

create function app.needs_approval() returns jsonb language sql volatile set search_path = '' as $$
  select app.answer_refusal('needs_approval', 409,
    'The limit of bookings and people within a day is reached: call request_approval(export, null, rows, reason); an admin has to approve')
$$;

-- Every answer to a person who has reached the limit would tell something: also "nothing found", or a refusal only if
-- something is found. So each question is refused before it is asked, except about a row that a list has shown.
create function app.read_refusal(what text, about uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.has_no_read_limit() or coalesce(app.rows_left(), 1) > 0 or read_refusal.about in (select app.rows_shown()) then
    return null;
  end if;
  perform app.log_list(read_refusal.what, read_refusal.about, 0, true);
  return app.needs_approval();
end $$;
comment on function app.read_refusal is
  'The refusal of a caller who has reached the read limit, as the answer of the function; null if the caller may read '
  'on. Functions that list rows call it before they search.';

create function app.count_shown_rows(what text, subject_id uuid, ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare v_new bigint;
begin
  if count_shown_rows.ids is null or app.rows_left() is null then
    perform app.log_list(count_shown_rows.what, count_shown_rows.subject_id,
      coalesce(cardinality(count_shown_rows.ids), 0), count_shown_rows.ids is null);
    return null;
  end if;
  -- Lets only one list per staff member run at a time; otherwise concurrent lists could exceed the limit together.
  perform pg_advisory_xact_lock(hashtextextended('rows' || app.read_limit_owner()::text, 0));
  select count(distinct i.id) into v_new from unnest(count_shown_rows.ids) i (id)
    where i.id not in (select app.rows_counted());
  -- A refused read leaves a line in the log and counts as one row: that there are more rows than the limit allows is an
  -- answer, too. At the limit it counts for nothing, so that it uses up no rows that somebody approves later.
  if v_new > app.rows_left() then
    perform app.log_list(count_shown_rows.what, count_shown_rows.subject_id, 0, true);
    insert into app.shown_rows (actor_id, row_id) select auth.uid(), gen_random_uuid() where app.rows_left() > 0;
    return app.needs_approval();
  end if;
  perform app.log_list(count_shown_rows.what, count_shown_rows.subject_id, cardinality(count_shown_rows.ids));
  insert into app.shown_rows as r (actor_id, row_id) select auth.uid(), i.id from unnest(count_shown_rows.ids) i (id)
    group by i.id order by i.id
  on conflict (actor_id, row_id) do update set at = excluded.at, is_counted = true
    where r.at <= excluded.at - interval '1 day' or not r.is_counted;
  return null;
end $$;
comment on function app.count_shown_rows is
  'Writes the access log and counts the ids that a list is about to return. Returns the refusal needs_approval, which '
  'the list returns instead, if they are more than the caller may still read within a day (settings.export_limit). '
  'Functions that list rows call it.';

-- The attention list is not limited, because the desk must always see it. Its bookings may be acted on.
create function app.record_seen_bookings(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.has_no_read_limit() then return; end if;
  insert into app.shown_rows as r (actor_id, row_id, is_counted) select auth.uid(), i.id, false
    from unnest(record_seen_bookings.ids) i (id) group by i.id order by i.id
  on conflict (actor_id, row_id) do update set at = excluded.at, is_counted = false
    where r.at <= excluded.at - interval '1 day';
end $$;

-- An action of the desk returns the booking's row, so an action on a booking that the admin has not seen is a read of
-- it.
create function app.count_acted_booking(booking_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.has_no_read_limit() or exists (select 1 from app.shown_rows r
    where r.actor_id = auth.uid() and r.row_id = count_acted_booking.booking_id
      and r.at > app.now() - interval '1 day') then
      return; end if;
  if app.count_shown_rows('addresses', count_acted_booking.booking_id,
    array[count_acted_booking.booking_id]) is not null then
    perform app.refuse('needs_approval', 409,
      'Neither a list nor the attention list has shown this booking, and the read limit is reached');
  end if;
end $$;
comment on function app.count_acted_booking is
  'Counts a booking on which an admin acts as one that a list has shown, unless a list or the attention list has; '
  'refuses with needs_approval above the read limit.';
