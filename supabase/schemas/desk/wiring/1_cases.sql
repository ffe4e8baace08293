-- Cases: reports to the desk by a rider after a trip (lost item, fare, other) or by a driver during or after it, and
-- the desk's answer.

create function app.tg_cases__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('booking:' || new.booking_id, 'booking', new.booking_id);
  if tg_op = 'INSERT' then
    insert into app.attention_sent (booking_id, reason) values (new.booking_id, app.case_reason(new))
    on conflict on constraint attention_sent_pkey do nothing;
  elsif new.closed_at is not null then
    delete from app.attention_sent t where t.booking_id = new.booking_id and t.reason = app.case_reason(new);
  end if;
  perform app.broadcast('admin', 'attention');
  return null;
end $$;

create trigger cases__broadcast after insert or update on public.cases for each row
  execute function app.tg_cases__broadcast();
