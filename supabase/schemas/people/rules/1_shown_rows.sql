-- Rows that were shown: which bookings and people the lists have shown to a member of staff.

create function app.is_shown(id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.has_no_read_limit() or is_shown.id in (select app.rows_shown());
end $$;
comment on function app.is_shown is
  'Whether a function may return this booking or person to the caller: always to riders and drivers, and to staff '
  'with a read limit if a list has shown it.';
