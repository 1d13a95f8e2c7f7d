package dev.catena.compile.parameters;
import dev.catena.textbook.*;
import dev.catena.model.*;
import java.util.*;
class Scratch {
  public static void main(String[] a) {
    for (RobotModel r : List.of(PaperRobots.rx90(), PaperRobots.puma560(), PaperRobots.stanford(), PaperRobots.general6R())) {
      Counted.Counter c = new Counted.Counter();
      List<Counted> v = Collections.nCopies(6, c.variable(0.3));
      LeanRobot l = LeanRobot.of(r);
      new LeanNewtonEuler<>(l, c.constant(0), v, v, v);
      System.out.println(r.name()+" "+c.multiplications()+" "+c.additions()+" "+c.sines()+" "+l.parameterCount());
      for (LeanRobot.Body b : l.bodies()) System.out.println("  "+b+" "+Arrays.toString(b.inertia()));
    }
  }
}
