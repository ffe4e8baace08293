-- Audit log and demo mode: the log of changes by admins, and the triggers that refuse changes while demo mode is on.

-- Logs a change of a table that admins edit. Changes by the database's owner (migrations, seeds) are not logged. Tables
-- attach this trigger with the condition pg_trigger_depth() = 0, so changes made by other triggers are not logged
-- either.
create function app.tg_audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  v_id text := coalesce(v_new ->> 'id', v_old ->> 'id');
begin
  if coalesce(auth.jwt() ->> 'role', '') = '' then return null; end if;
  if tg_op = 'UPDATE' then
    select c.before, c.after into v_old, v_new from app.changes(v_old, v_new) c;
    if v_old = '{}' and v_new = '{}' then return null; end if;
  end if;
  perform app.audit(lower(tg_op), tg_table_name, v_id, v_old, v_new);
  return null;
end $$;
comment on function app.tg_audit is
  'Trigger that logs changes of a table. Attach: create trigger <table>__audit after insert or update or delete on '
  '<table> for each row when (pg_trigger_depth() = 0) execute function app.tg_audit().';

create trigger settings__audit after update on public.settings for each row when (pg_trigger_depth() = 0)
  execute function app.tg_audit();
create trigger languages__audit after insert or update or delete on public.languages
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
create trigger paper_kinds__audit after insert or update on public.paper_kinds
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
