-- Cases: reports to the desk by a rider after a trip (lost item, fare, other) or by a driver during or after it, and
-- the desk's answer.

create function app.case_time() returns interval
language sql immutable parallel safe as $$ select interval '30 days' $$;
comment on function app.case_time is 'How long after its end a case about a trip can be opened. @shared';

create function app.refuse_case() returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('case_too_late', 409, format('Open a case within %s days of the trip',
    extract(days from app.case_time())));
end $$;

-- Refuses a case about a trip that is not over or ended too long ago: by then a lost item is gone and details are
-- forgotten. For a lost item a cancelled trip does not count, because nothing can be lost in a car that never came.
create function app.check_case_time(booking public.bookings, kind text) returns void
language plpgsql stable set search_path = '' as $$
declare v_over timestamptz := coalesce((booking).reached_at,
  case when check_case_time.kind <> 'lost' then (booking).cancelled_at end);
begin
  if v_over is null then perform app.refuse_status(booking); end if;
  if v_over < app.now() - app.case_time() then perform app.refuse_case(); end if;
end $$;

create function app.case_text(input text, longest integer) returns text
language plpgsql immutable set search_path = '' as $$
declare v_text text := btrim(app.plain_lines(left(case_text.input, case_text.longest + 1)));
begin
  if length(v_text) > case_text.longest then
    perform app.refuse('message_invalid', 422, format('Write 1 to %s characters', case_text.longest));
  end if;
  return case when not app.is_blank(v_text) then v_text end;
end $$;
comment on function app.case_text is
  'Cleans the text of a case; null if blank; refuses a too long one with message_invalid.';

-- Returns the reason under which a case is on the attention list: case_… for a case of a rider, report_… for a report
-- of a driver.
create function app.case_reason(it public.cases) returns text language sql immutable set search_path = '' as $$
  select case when (it).driver_id is null then 'case_' else 'report_' end || (it).kind
$$;
comment on function app.case_reason is 'The reason in the attention list for an open case.';
