import java.io.*;
import org.tartarus.snowball.SnowballStemmer;

/** Stems each line of the standard input with a Snowball stemmer of METEOR's jar. */
public class Stem {
  public static void main(String[] names) throws Exception {
    Class<?> kind = Class.forName("org.tartarus.snowball.ext." + names[0] + "Stemmer");
    SnowballStemmer stemmer = (SnowballStemmer) kind.getDeclaredConstructor().newInstance();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      stemmer.setCurrent(line);
      stemmer.stem();
      out.println(stemmer.getCurrent());
    }
    out.flush();
  }
}
