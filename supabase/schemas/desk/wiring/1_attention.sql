-- The attention list: bookings that the desk must look at.

-- Broadcasts an alarm at once, without waiting for the next comparison of the list.
create function app.tg_alarms__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_person uuid := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  if tg_op <> 'DELETE' then
    insert into app.attention_sent (booking_id, reason, fleet_id)
    select b.id, new.reason, app.fleet_concerned(b, new.reason) from public.bookings b where b.id = new.booking_id
    on conflict on constraint attention_sent_pkey do nothing;
  else
    delete from app.attention_sent t where t.booking_id = old.booking_id and t.reason = old.reason
      and not exists (select from app.alarms a where a.booking_id = old.booking_id and a.reason = old.reason);
  end if;
  perform app.broadcast('admin', 'attention');
  -- Makes all devices of the person who raised the alarm show whether it is open or closed.
  if v_person is not null then perform app.broadcast('user:' || v_person, 'alarm'); end if;
  return null;
end $$;

create trigger alarms__broadcast after insert or update or delete on app.alarms for each row
  execute function app.tg_alarms__broadcast();

-- A change of the country, or of what it limits, shows at once whether the address search finds anything.
create function app.tg_settings__broadcast_country() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('admin', 'attention');
  return null;
end $$;

create trigger settings__broadcast_country after update on public.settings
  for each row when (old.country is distinct from new.country
    or old.restrict_country is distinct from new.restrict_country)
  execute function app.tg_settings__broadcast_country();
