-- Generated from supabase/schemas by scripts/write-migrations.ts; do not edit.

-- supabase/schemas/messages/wiring/1_realtime_policies.sql

-- Realtime policies: they decide which clients may join which topic. The name of a topic comes from the client and may
-- contain any text. So ids are compared as text: casting the name to uuid could raise an error.
-- Access: rights to listen are checked when a client joins and when its token is renewed; clients send only on position
--         topics
-- Tests:  tests/db/realtime.sql, tests/db/realtime_topics.sql, tests/api/realtime/rights.test.ts

-- In addition to every other policy, as on tables and files (base/wiring/1_session_policies.sql).
create policy "only people who are signed in reach anything" on realtime.messages as restrictive
  for all to authenticated
  using ((select app.is_signed_in())) with check ((select app.is_signed_in()));

-- The policies check the current profile and session, because a token contains only the state at the time of its issue.
create policy "people listen to their own topic" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text
    and (select app.is_signed_in()));
create policy "drivers listen to their own topic" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'driver:' || (select auth.uid())::text
    and (select app.has_current_role('driver')));
create policy "fleet admins listen to their fleet" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'fleet:' || (select auth.uid())::text
    and (select app.has_current_role('fleetadmin')));
create policy "admins listen to the desk" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'admin' and (select app.has_current_role('admin')));
create policy "people listen to what the operator decides" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'catalogue' and (select app.is_signed_in()));

-- This topic is open to visitors (anon), because drivers who wait for approval have no session.
create policy "applicants listen to their application" on realtime.messages for select to anon
  using (extension = 'broadcast' and (select realtime.topic()) like 'application:%'
    and (select app.can_follow_application(realtime.topic())));
create policy "people listen to bookings they see" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'booking:%'
    and (select app.can_read_booking(substr(realtime.topic(), 9))));
create policy "people follow the driver of bookings under way" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'position:%'
    and (select app.can_follow_position(realtime.topic())));
create policy "the driver of a trip under way sends its position" on realtime.messages for insert to authenticated
  with check (extension = 'broadcast' and (select realtime.topic()) like 'position:%'
    and (select app.can_send_position(realtime.topic())));
